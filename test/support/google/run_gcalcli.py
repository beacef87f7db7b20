# Runs Debian's gcalcli against a fake Google: `run_gcalcli.py ADDRESS CLIENT SECRET TOKEN FOLDER ARGUMENT...`. gcalcli has no
# option for the address of the API, so its discovery asks here. The folder gets the credentials that a sign-in leaves.
import functools
import json
import sys

from gcalcli import gcal
from gcalcli.cli import main

address, client_id, client_secret, refresh_token, folder = sys.argv[1:6]

with open(f'{folder}/oauth', 'w') as file:
    json.dump(
        {
            '_class': 'OAuth2Credentials',
            '_module': 'oauth2client.client',
            'access_token': None,
            'client_id': client_id,
            'client_secret': client_secret,
            'id_token': None,
            'invalid': False,
            'refresh_token': refresh_token,
            'revoke_uri': f'{address}/revoke',
            'token_expiry': '2020-01-01T00:00:00Z',
            'token_info_uri': None,
            'token_response': None,
            'token_uri': f'{address}/token',
            'user_agent': 'gcalcli',
            'scopes': [],
        },
        file,
    )

gcal.build = functools.partial(
    gcal.build,
    discoveryServiceUrl=f'{address}/discovery/v1/apis/{{api}}/{{apiVersion}}/rest',
    cache_discovery=False,
)
sys.argv = ['gcalcli', '--config-folder', folder, '--nocache', *sys.argv[6:]]
main()
