import { troubleInTurn, judge, lineOf } from './bulkheads.ts'
const rows = await troubleInTurn({ times: Number(process.argv[3] ?? 240), progress: console.error }, 100, process.argv[2]!.split(',') as never)
for (const r of rows) { console.log(lineOf(r)); console.log(judge(r).join('\n'))
 const by=new Map<string,number>(); for (const s of r.troubled.filter(x=>x.ms>100)) by.set(s.what+s.status,(by.get(s.what+s.status)??0)+1); console.log('slow troubled', [...by].join(' '))
 const t=new Map<string,number>(); for (const s of r.troubled) t.set(s.what+s.status,(t.get(s.what+s.status)??0)+1); console.log('troubled', [...t].join(' ')) }
for (const r of rows) console.log('slow', r.troubled.filter(x=>x.ms>100).map(x=>Math.round(x.ms)).join(' '), '| beside>50', r.beside.map((x,i)=>[i,Math.round(x.ms)]).filter(([,m])=>m!>50).join(' '))
process.exit(0)
