/** The sentence that refuses a form whose hidden field `website` was filled in, as programs do; else nothing. */
export const honeypotRefusal = (website = ""): string | undefined =>
  website === ""
    ? undefined
    : "A field that people do not see was filled in. If a program fills in forms for you, empty the field “Website” and send it again.";
