import { words } from '../shared/page.ts'

/** How to put the page on the home screen of an iPhone or iPad. */
export function HomeScreenSteps() {
  const { push } = words
  return (
    <section class="part">
      <h2>{push.homeTitle}</h2>
      <p>{push.homeText}</p>
      <ol class="steps">
        <li>{push.homeShare}</li>
        <li>{push.homeAdd}</li>
        <li>{push.homeOpen}</li>
      </ol>
    </section>
  )
}
