// What users of the portal do, by role and subject.
import { account } from "./account.mjs";
import { failures } from "./failures.mjs";
import { keyboard } from "./keyboard.mjs";
import { links } from "./links.mjs";
import { objects } from "./objects.mjs";
import { activating, sharing } from "./pictures.mjs";
import { automation, director } from "./plugin.mjs";
import { provider } from "./provider.mjs";
import { settings } from "./settings.mjs";
import { tenant } from "./tenant.mjs";
import { uploads } from "./uploads.mjs";

export const scenarios = { account, tenant, objects, links, settings, uploads, provider, sharing, activating, director, automation, failures, keyboard };
