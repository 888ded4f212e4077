/** Without letters and digits that look alike. 32 of them: a byte chooses each with the same chance. */
const SIGNS = "abcdefghjkmnpqrstuvwxyz23456789A";
const GROUPS = 5;
const OF_A_GROUP = 4;

/** A password of 100 random bits, in groups that can be read to someone. */
export function generatePassword(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(GROUPS * OF_A_GROUP));
  const signs = Array.from(bytes, (it) => SIGNS.charAt(it % SIGNS.length));
  return Array.from({ length: GROUPS }, (_, i) => signs.slice(i * OF_A_GROUP, (i + 1) * OF_A_GROUP).join("")).join("-");
}
