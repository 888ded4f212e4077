import type { connect as english } from "../en/connect";

/** Texts about the overview and the connection of clients, in German. */
export const connect: Record<keyof typeof english, string> = {
  "connect.client": "Client",
  "connect.client.title": "Einstellungen eines Clients",
  "connect.endpoint": "Endpunkt",
  "connect.keys.none": "Ersetzen Sie ACCESS_KEY und SECRET_KEY durch ein Schlüsselpaar aus",
  "connect.path": "Pfadstil",
  "connect.secret":
    "Ersetzen Sie SECRET_KEY durch das Geheimnis des Schlüssels; es wurde beim Anlegen gezeigt. Neue Schlüssel entstehen in",
  "connect.style": "Adressierung",
  "connect.test": "Test von hier",
  "connect.test.about":
    "Listet Buckets am Endpunkt, wie es ein Client tut, mit der Signatur befristeter Schlüssel, die nur lesen.",
  "connect.test.action": "Verbindung testen",
  "connect.test.clock":
    "Die Uhr dieses Rechners geht anders als die des Dienstes. Stellen Sie sie richtig, auch die Ihrer Clients.",
  "connect.test.millis": "Antwort nach {count} ms.",
  "connect.test.refused": "Abgelehnt",
  "connect.test.served": "Es funktioniert",
  "connect.test.tls":
    "Browser signieren nur auf Seiten mit TLS oder auf localhost: die Verbindung kann hier nicht getestet werden.",
  "connect.test.unreachable": "Nicht erreichbar",
  "connect.test.unreachable.about":
    "Dieser Browser bekam keine Antwort: prüfen Sie den Namen des Endpunkts, sein Zertifikat und Proxys dazwischen.",
  "connect.virtual": "Virtual-Hosted-Stil",
  "overview.audit": "Zuletzt getan",
  "overview.buckets": "Größte Buckets",
  "overview.jobs": "Offene Jobs",
  "overview.jobs.none": "Kein Job ist offen.",
  "start.done": "Erledigt",
};
