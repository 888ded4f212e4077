import { t } from "../i18n";

const MIN = 12;
const MAX = 256;

/** The rules that a node has for new passwords. */
export function checkPassword(owner: string): (value: string) => string | undefined {
  return (value) =>
    value.length < MIN || value.length > MAX || value.toLowerCase() === owner.toLowerCase()
      ? t("password.rules")
      : undefined;
}
