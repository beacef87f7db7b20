import '../shared/fan.css'
import type { WidgetConfig } from '../../src/http/widget/answers.ts'
import { connectHost } from '../shared/host.ts'
import { pageData, show } from '../shared/page.ts'
import { applyScheme } from '../shared/scheme.ts'
import { SubscribeFlow } from './subscribe-flow.tsx'
import { reportHeight } from './subscribe-height.ts'
import { keepPersonal } from './subscribe-history.ts'
import { readStart } from './subscribe-start.ts'

const config = pageData<WidgetConfig>()
const host = connectHost()
keepPersonal(host.params)
applyScheme(host.params.get('theme'))
show(
  <SubscribeFlow
    config={config}
    start={readStart(config, host.params)}
    embedded={host.embedded}
    onDone={() => host.done()}
  />,
)
if (host.embedded) reportHeight((height) => host.height(height))
host.ready()
