import { html } from "lit";
import type { Console } from "../../api/types";
import { t } from "../../i18n";
import type { Question } from "../../ui/page";

/** Asks before a console of a platform is opened in a tab of its own: it is another program with another sign-in. */
export function openConsole(name: string, read: () => Promise<Console>): Question {
  return {
    heading: t("console.open"),
    text: html`<p>${t("console.about")} <bdi>${name}</bdi></p>`,
    action: t("console.open"),
    send: async () => {
      // A browser lets a page open a tab only while it answers to a press.
      const tab = window.open("", "_blank");
      try {
        const { uri } = await read();
        if (!isWeb(uri)) {
          throw new Error("no address of the web: " + uri);
        }
        if (tab) {
          tab.opener = null;
          tab.location.href = uri;
        } else {
          window.open(uri, "_blank", "noopener");
        }
      } catch (e) {
        tab?.close();
        throw e;
      }
    },
  };
}

/** Whether an address leads to a page, and is no script. */
export function isWeb(uri: string): boolean {
  return /^https?:\/\//i.test(uri);
}
