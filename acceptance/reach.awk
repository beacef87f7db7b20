# Recomputes who has a change, from the log of nginx alone.
# Fields, between tabs: end of the request (epoch seconds), its duration (seconds), status, path, User-Agent.
# -v changed=… is the time of the change in epoch seconds.
# Prints for each person `person token reached|partly|waiting`; for each application `application name active
# reached`, and the sum of the lags of those who have it, in seconds: at least and at most, since a feed is made
# between the beginning of a request and its end.
BEGIN { FS = OFS = "\t" }

$3 == 200 || $3 == 304 {
  split($4, path, "/")
  person = path[3]
  application = nameOf($5)
  reader = person SUBSEP application
  readers[reader]
  people[person]
  # The feed of a request that was under way during the change may be an old one.
  if ($1 - $2 < changed || reader in has) next
  has[reader]
  least[application] += $1 - $2 - changed
  most[application] += $1 - changed
}

END {
  for (reader in readers) {
    split(reader, of, SUBSEP)
    all[of[1]]++
    active[of[2]]++
    if (reader in has) { got[of[1]]++; reached[of[2]]++ }
  }
  for (person in people)
    print "person", person, got[person] == all[person] ? "reached" : got[person] ? "partly" : "waiting"
  for (name in active)
    printf "application\t%s\t%d\t%d\t%.3f\t%.3f\n", name, active[name], reached[name], least[name], most[name]
}

function nameOf(agent) {
  if (match(agent, /Thunderbird|Evolution|vdirsyncer/)) return substr(agent, RSTART, RLENGTH)
  return "Other"
}
