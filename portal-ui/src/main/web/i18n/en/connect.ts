/** Texts about the overview and the connection of clients, in English. */
export const connect = {
  "connect.client": "Client",
  "connect.client.title": "Settings of a client",
  "connect.endpoint": "Endpoint",
  "connect.keys.none": "Replace ACCESS_KEY and SECRET_KEY by a key pair from",
  "connect.path": "Path style",
  "connect.secret":
    "Replace SECRET_KEY by the secret of the key; it was shown when the key was made. New keys are made in",
  "connect.style": "Addressing",
  "connect.test": "Test from here",
  "connect.test.about": "Lists buckets at the endpoint as a client does, with a signature of temporary read-only keys.",
  "connect.test.action": "Test the connection",
  "connect.test.clock": "The clock of this computer differs from the service's. Correct it, and that of your clients.",
  "connect.test.millis": "Answered after {count} ms.",
  "connect.test.refused": "Refused",
  "connect.test.served": "It works",
  "connect.test.tls": "Browsers sign only on pages over TLS or on localhost: the connection cannot be tested here.",
  "connect.test.unreachable": "Not reachable",
  "connect.test.unreachable.about":
    "This browser got no answer: check the name of the endpoint, its certificate, and proxies between.",
  "connect.virtual": "Virtual-hosted style",
  "overview.audit": "Done last",
  "overview.buckets": "Largest buckets",
  "overview.jobs": "Open jobs",
  "overview.jobs.none": "No job is open.",
  "start.done": "Done",
} as const satisfies Record<string, string>;
