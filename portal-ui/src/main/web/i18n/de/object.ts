import type { object as english } from "../en/object";

/** Texts about the page of an object, in German. */
export const object: Record<keyof typeof english, string> = {
  "object.address": "Adresse",
  "object.bypass": "Aufbewahrung umgehen",
  "object.bypass.help": "Nur bei GOVERNANCE möglich, mit dem Recht s3:BypassGovernanceRetention.",
  "object.fixed": "Dies ist eine Version:",
  "object.hidden": "Das Objekt gilt als gelöscht.",
  "object.hold": "Legal Hold (Löschsperre)",
  "object.hold.about":
    "Solange sie an ist, kann diese Version weder gelöscht noch überschrieben werden, was immer ihre Aufbewahrung sagt.",
  "object.latest": "Neueste Version zeigen",
  "object.lock": "Objektsperre (Object Lock)",
  "object.locked": "Eine Aufbewahrung hält diese Version bis {until}.",
  "object.locked.hold": "Ein Legal Hold hält diese Version. Heben Sie ihn zuerst auf.",
  "object.marker.delete": "Löschmarkierung entfernen",
  "object.marker.delete.about":
    "Die neueste Version hinter der Löschmarkierung wird die aktuelle: das Objekt ist wieder da.",
  "object.marker.delete.older": "Diese Löschmarkierung ist nicht der neueste Eintrag; das Objekt bleibt, wie es ist.",
  "object.marker.deleted": "Die Löschmarkierung wurde entfernt.",
  "object.metadata": "Metadaten",
  "object.metadata.about": "Header, mit denen das Objekt beantwortet wird, und eigene Namen und Werte (x-amz-meta-).",
  "object.metadata.add": "Metadaten hinzufügen",
  "object.metadata.ascii": "Nur sichtbare ASCII-Zeichen.",
  "object.metadata.entry": "Eigene Metadaten {number}",
  "object.metadata.expires": "Ein Datum wie Wed, 21 Oct 2026 07:28:00 GMT.",
  "object.metadata.large":
    "S3 ändert Metadaten durch eine Kopie, und kopiert mit einer Anfrage höchstens 5 GiB. Dieses Objekt ist größer.",
  "object.metadata.long": "Namen und Werte haben zusammen höchstens {most} Bytes.",
  "object.metadata.name.help": "Buchstaben, Ziffern, Punkte und Bindestriche; ohne x-amz-meta-.",
  "object.metadata.name.wrong": "Das ist kein Name eines Headers.",
  "object.metadata.warning":
    "S3 ändert Metadaten durch eine Kopie des Objekts auf sich selbst: es wird neu geschrieben, Änderungszeit und ETag können andere werden, Aufbewahrung, Legal Hold und ACL werden nicht kopiert, und ohne Versionen ist das Objekt, wie es war, verloren.",
  "object.metadata.warning.version":
    "S3 ändert Metadaten durch eine Kopie des Objekts auf sich selbst: die Kopie ist eine neue Version, die in die Quota zählt. Aufbewahrung, Legal Hold und ACL werden nicht kopiert; die jetzige Version bleibt.",
  "object.parts": "Teile der Seite",
  "object.parts.count": "Teile",
  "object.properties": "Eigenschaften",
  "object.replication": "Replikation",
  "object.restore": "Zur aktuellen machen",
  "object.restore.about":
    "Die Version vom {time} wird nach oben kopiert und die aktuelle. Alle Versionen bleiben. Aufbewahrung, Legal Hold und ACL werden nicht kopiert.",
  "object.restore.state": "Aus dem Archiv geholt",
  "object.restored": "Die Version ist jetzt die aktuelle.",
  "object.retention": "Aufbewahrung",
  "object.retention.about": "Bis zu ihrem Ende kann diese Version weder gelöscht noch überschrieben werden.",
  "object.retention.bypass": "Die Aufbewahrung würde früher enden: bestätigen Sie, dass Sie sie umgehen.",
  "object.retention.COMPLIANCE": "COMPLIANCE: kann nur verlängert werden",
  "object.retention.compliance":
    "Eine Aufbewahrung mit COMPLIANCE kann nur verlängert werden und endet frühestens am {until}.",
  "object.retention.GOVERNANCE": "GOVERNANCE: kann mit einem Recht umgangen werden",
  "object.retention.mode": "Modus",
  "object.retention.until": "Aufbewahren bis",
  "object.retention.warning":
    "Bis die Aufbewahrung mit COMPLIANCE endet, kann auch kein Administrator diese Version löschen oder die Aufbewahrung verkürzen.",
  "object.unsupported": "Die Plattform oder der Bucket hat das nicht, oder Ihr Benutzer darf es nicht nutzen.",
  "object.version.delete": "Version löschen",
  "object.version.delete.about": "Die Version wird endgültig gelöscht. Das kann nicht rückgängig gemacht werden:",
  "object.version.delete.latest":
    "Die aktuelle Version wird endgültig gelöscht, und die davor wird die aktuelle. Das kann nicht rückgängig gemacht werden:",
  "object.version.deleted": "Die Version wurde gelöscht.",
  "object.versions": "Versionen",
  "object.versions.about": "Alle Versionen und Löschmarkierungen dieses Schlüssels, die neueste zuerst.",
  "object.versions.none": "Keine Versionen",
};
