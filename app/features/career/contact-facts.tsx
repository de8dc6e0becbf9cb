import type { Candidate } from "db/schema";
import { Facts } from "~/ui/card";
import { Email } from "~/ui/values/email";
import { Time } from "~/ui/values/time";

/** A candidate's contact data. */
export function ContactFacts({ candidate: { email, phone, country, createdAt } }: { candidate: Candidate }) {
  return (
    <Facts
      facts={[
        {
          term: "E-mail",
          value: (
            <a className="link" href={`mailto:${email}`}>
              <Email address={email} />
            </a>
          ),
        },
        ...(phone
          ? [
              {
                term: "Phone",
                value: (
                  <a className="link num" href={`tel:${phone.replace(/[^+\d]/g, "")}`} dir="ltr">
                    {phone}
                  </a>
                ),
              },
            ]
          : []),
        ...(country ? [{ term: "Country", value: country }] : []),
        { term: "First applied", value: <Time value={createdAt} /> },
      ]}
    />
  );
}
