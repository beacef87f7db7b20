import v8 from 'node:v8'

// Batches of 800 kB leave much garbage, and V8 rather grows its heap than collects it: half a gigabyte for a
// service whose data in use is 110 MB. Growing in small steps keeps a million events loaded in a row under
// 250 MB for a few per cent of the rate. To have an effect this module is imported before all others.
v8.setFlagsFromString('--heap-growing-percent=40')
v8.setFlagsFromString('--semi-space-growth-factor=1')
