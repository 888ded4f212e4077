import { buckets } from "./buckets";
import { bulk } from "./bulk";
import { connect } from "./connect";
import { frame } from "./frame";
import { links } from "./links";
import { object } from "./object";
import { people } from "./people";
import { provider } from "./provider";
import { search } from "./search";
import { settings } from "./settings";
import { uploads } from "./uploads";

/** The texts in English. `{name}` is a value; `{name|one|other}` chooses by a number, whose digits are `#`. */
export const en = {
  ...buckets,
  ...bulk,
  ...connect,
  ...frame,
  ...links,
  ...object,
  ...people,
  ...provider,
  ...search,
  ...settings,
  ...uploads,
};
