import { describe, expect, it } from 'vitest'
import { useClubs } from '../support/club.ts'
import { useReceiver } from '../support/receiver.ts'
import { ask, EVERYTHING, next, onlyNotification, onStep, openFlow, tile } from '../support/subscribing.ts'

const FAN = 'fan@example.com'

describe('the parameters of a link or a page', () => {
  const clubs = useClubs('sqlite', { worker: true })
  const receiver = useReceiver()

  it('all arrive in the notification', async () => {
    const { club, first, juniors } = await clubs.club()
    await ask(club, EVERYTHING)
    await club.callback(`${receiver.url}/all`)
    const { page, complaints } = await openFlow(clubs, club, {
      email: FAN,
      category: 'sports',
      calendarIds: first,
      calendar_reference: (await club.get(`/calendar/${juniors}`)).body.data.reference,
      subscriber_reference: 'crm-17',
      referringPage: 'https://shop.example/season?ticket=9',
      state: '{"ticket":{"seat":"B 7"},"path":["shop","done"]}',
      campaign: 'Poster',
      custom_fields: '[{"name":"member","value":"A-100"},{"name":"campaign","value":"spring"}]',
    })
    await expect.poll(() => page.getByRole('checkbox', { name: 'First team' }).isChecked()).toBe(true)
    await expect.poll(() => page.getByRole('checkbox', { name: 'Juniors' }).isChecked()).toBe(true)
    await next(page).click()
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe(FAN)
    await expect.poll(() => page.getByLabel('Your membership number').inputValue()).toBe('A-100')
    await page.getByLabel('E-mail').fill('private@example.com')
    await page.getByLabel('First name').fill('Fay')
    await page.getByLabel('Last name').fill('Fan')
    await page.getByLabel('Mobile number').fill('+44 7700 900123')
    await page.getByLabel('Country').selectOption({ label: 'New Zealand' })
    await page.getByLabel('Postcode').fill('6011')
    await page.getByLabel('Gender').selectOption('female')
    await page.getByLabel('Age', { exact: false }).selectOption({ label: '25–34' })
    await page.getByLabel('Date of birth').fill('1999-04-01')
    await page.getByLabel('Favourite player').fill('No. 9')
    await page.getByRole('checkbox', { name: 'I agree to the terms' }).check()
    await next(page).click()
    await tile(page, 'Google Calendar').click()
    await onStep(page, 'done')

    const payload = await onlyNotification(club)
    expect(payload).toEqual({
      svcId: expect.stringMatching(/^[0-9a-f]{24}$/),
      email: FAN,
      timestamp: expect.stringMatching(/^\d{10}$/),
      secondary_email: 'private@example.com',
      first_name: 'Fay',
      last_name: 'Fan',
      age_group: '25-34',
      country: 'NZ',
      gender: 'female',
      mobile: '+44 7700 900123',
      zip: '6011',
      reference: 'crm-17',
      calendarIds: { 0: first, 1: juniors },
      calendarNames: ['First team', 'Juniors'],
      calendarReferences: [expect.stringMatching(/^first-/), expect.stringMatching(/^juniors-/)],
      custom_fields: [
        { name: 'member', value: 'A-100' },
        { name: 'player', value: 'No. 9' },
        { name: 'campaign', value: 'spring' },
      ],
      referringPage: 'https://shop.example/season?ticket=9',
      state: { ticket: { seat: 'B 7' }, path: ['shop', 'done'], campaign: 'Poster' },
    })
    const [received] = await receiver.wait('/all')
    expect(received!.body).toEqual(payload)
    const { data } = (await club.get(`/subscriber/${payload.svcId}`)).body
    expect(data).toMatchObject({ optin: true, secondary_optin: false, dob: '1999-04-01' })
    expect(complaints).toEqual([])
  })

  it('are read from the fragment as well, which wins over the query', async () => {
    const { club, juniors } = await clubs.club()
    const { page } = await clubs.open(
      `/w/${club.widgetId}?email=query@example.com#email=${FAN}&calendarIds=${juniors}`,
    )
    // The one calendar that was named is not asked for, but can be changed.
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe(FAN)
    await page.getByText('Juniors').waitFor()
    await page.getByRole('button', { name: 'Choose other calendars' }).click()
    await expect.poll(() => page.getByRole('checkbox', { name: 'Juniors' }).isChecked()).toBe(true)
    await page.getByRole('checkbox', { name: 'First team' }).check()
    await next(page).click()
    await page.getByText('Juniors and First team').waitFor()
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe(FAN)
  })

  it('leave nothing personal in the address, and outlive a reload', async () => {
    const { club } = await clubs.club()
    const { page } = await openFlow(clubs, club, { email: FAN, state: '{"a":1}', category: 'Sports' })
    expect(page.url()).toBe(`${club.url}/w/${club.widgetId}?category=Sports`)
    await page.getByRole('checkbox', { name: 'First team' }).check()
    await next(page).click()
    await onStep(page, 'details')
    await page.reload()
    await onStep(page, 'calendars')
    await page.getByRole('checkbox', { name: 'First team' }).check()
    await next(page).click()
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe(FAN)
    expect(page.url()).not.toContain('example.com')
    await next(page).click()
    await tile(page, 'Google Calendar').click()
    await onStep(page, 'done')
    expect((await onlyNotification(club)).state).toEqual({ a: 1 })
  })

  it.each(['sports', 'Sports/Rugby', 'SPORTS/rugby'])(
    'show only a category and what is below it: %s',
    async (category) => {
      const { club } = await clubs.club()
      await club.calendar({ name: 'Choir', categories: 'Music' })
      await club.calendar({ name: 'Football', categories: 'Sportswear' })
      const { page } = await openFlow(clubs, club, { category })
      await expect.poll(() => page.locator('.row .name').allInnerTexts()).toEqual(['First team', 'Juniors'])
    },
  )

  it('say so when a category has nothing', async () => {
    const { club } = await clubs.club()
    const { page } = await openFlow(clubs, club, { category: 'Knitting' })
    await page.getByText('There are no calendars to choose from yet').waitFor()
  })

  it('take one step with autoSubscribe and an e-mail, and all calendars', async () => {
    const { club, first, juniors } = await clubs.club()
    const { page } = await openFlow(clubs, club, { autoSubscribe: 'true', email: FAN })
    await onStep(page, 'application')
    await expect.poll(() => page.getByRole('button', { name: 'Back' }).count()).toBe(0)
    await expect.poll(() => page.getByText('Step').count()).toBe(0)
    await tile(page, 'Google Calendar').click()
    await onStep(page, 'done')
    expect(await onlyNotification(club)).toMatchObject({ email: FAN, calendarIds: { 0: first, 1: juniors } })
  })

  it('ask with autoSubscribe for what is required, and take the calendars that were named', async () => {
    const { club, juniors } = await clubs.club()
    await ask(club, { fields: { first_name: 'required' } })
    const params = { autoSubscribe: 'true', email: FAN, calendarIds: juniors, category: 'Sports' }
    const { page } = await openFlow(clubs, club, params)
    await onStep(page, 'details')
    await page.getByText('Step 1 of 2').waitFor()
    await page.getByLabel('First name').fill('Fay')
    await next(page).click()
    await tile(page, 'Google Calendar').click()
    await onStep(page, 'done')
    const payload = await onlyNotification(club)
    expect(payload).toMatchObject({ first_name: 'Fay', calendarIds: { 0: juniors } })
    expect(payload.secondary_email).toBeUndefined()
  })

  it('subscribe to private events only with skip_schedule_selection', async () => {
    const { club } = await clubs.club()
    const { page } = await openFlow(clubs, club, { skip_schedule_selection: 'true' })
    await onStep(page, 'details')
    await page.getByLabel('E-mail').fill(FAN)
    await next(page).click()
    await tile(page, 'Google Calendar').click()
    await onStep(page, 'done')
    const payload = await onlyNotification(club)
    expect(payload).toMatchObject({ email: FAN, calendarNames: [] })
  })

  it('keep the calendars that were named with skip_schedule_selection', async () => {
    const { club, first } = await clubs.club()
    const { page } = await openFlow(clubs, club, {
      skip_schedule_selection: '1',
      calendarIds: first,
      email: FAN,
    })
    await next(page).click()
    await tile(page, 'Google Calendar').click()
    await onStep(page, 'done')
    expect(await onlyNotification(club)).toMatchObject({ calendarIds: { 0: first } })
  })

  it('are left out when they make no sense, with a word on the console', async () => {
    const { club } = await clubs.club()
    const tab = await clubs.open(`/w/${club.widgetId}`)
    const warnings: string[] = []
    tab.page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text())
    })
    const wrong = {
      email: 'nobody',
      state: '[1',
      custom_fields: '{"shirt":9,"bad":{"deep":1}}',
      referringPage: 'javascript:alert(1)',
      subscriber_reference: 'x'.repeat(256),
      calendarIds: 'nonsense,0123456789abcdef01234567',
      autoSubscribe: 'false',
    }
    await tab.page.goto(`${club.url}/w/${club.widgetId}?${new URLSearchParams(wrong).toString()}`)
    await onStep(tab.page, 'calendars')
    expect(warnings.map((text) => /parameter (\w+)/.exec(text)![1]).sort()).toEqual([
      'custom_fields',
      'email',
      'referringPage',
      'state',
      'subscriber_reference',
    ])
    await tab.page.getByRole('checkbox', { name: 'First team' }).check()
    await next(tab.page).click()
    await tab.page.getByLabel('E-mail').fill(FAN)
    await next(tab.page).click()
    await tile(tab.page, 'Google Calendar').click()
    await onStep(tab.page, 'done')
    const payload = await onlyNotification(club)
    expect(Object.keys(payload)).not.toContain('state')
    expect(payload.custom_fields).toEqual([{ name: 'shirt', value: '9' }])
    expect(payload.email).toBe(FAN)
    expect(payload.secondary_email).toBeUndefined()
    expect(tab.complaints).toEqual([])
  })
})
