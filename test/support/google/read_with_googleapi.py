# Reads and changes a calendar of a fake Google with Debian's python3-googleapi, Google's client for Python:
# `read_with_googleapi.py ADDRESS ACCESS_TOKEN CALENDAR`. One batch marks each event, which Google's client for Node
# can't send. Prints the calendar afterwards as JSON: [id, summary, start].
import json
import sys

import google.oauth2.credentials
from googleapiclient.discovery import build

address, token, calendar = sys.argv[1:4]
service = build(
    'calendar',
    'v3',
    credentials=google.oauth2.credentials.Credentials(token),
    discoveryServiceUrl=f'{address}/discovery/v1/apis/{{api}}/{{apiVersion}}/rest',
    cache_discovery=False,
)


def read():
    events = []
    request = service.events().list(calendarId=calendar, maxResults=30)
    while request is not None:
        answer = request.execute()
        events += answer['items']
        request = service.events().list_next(request, answer)
    return events


def fail_for_error(number, answer, error):
    if error is not None:
        raise error


batch = service.new_batch_http_request(callback=fail_for_error)
for event in read():
    changed = {'summary': f'{event["summary"]} (read)'}
    batch.add(service.events().patch(calendarId=calendar, eventId=event['id'], body=changed))
batch.execute()
print(json.dumps([[event['id'], event['summary'], event['start']['dateTime']] for event in read()]))
