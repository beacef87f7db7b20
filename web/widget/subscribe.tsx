import '../shared/fan.css'
import type { WidgetConfig } from '../../src/http/widget/answers.ts'
import { frame } from '../shared/frame.ts'
import { pageData, show } from '../shared/page.ts'
import { applyScheme } from '../shared/scheme.ts'
import { applyColors } from '../shared/theme.ts'
import { SubscribeFlow } from './subscribe-flow.tsx'
import { keepPersonal } from './subscribe-history.ts'
import { readStart } from './subscribe-start.ts'

const config = pageData<WidgetConfig>()
const around = frame()
keepPersonal(around.params)
applyScheme(around.params.get('theme'))
applyColors(config.publisher)
show(<SubscribeFlow config={config} start={readStart(config, around.params)} onDone={() => around.done()} />)
around.ready()
