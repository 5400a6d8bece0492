// Lets node find the scripts that all pages share: the server serves those of two folders as one.

import { register } from "node:module";

const hook = `
  export const resolve = (name, context, next) => next(name, context).catch((error) => {
    const shared = context.parentURL?.replace(/firmware_py\\/\\w+\\/static/, "firmware_py/http/static");
    if (!shared || shared === context.parentURL) throw error;
    return next(name, { ...context, parentURL: shared });
  });
`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
