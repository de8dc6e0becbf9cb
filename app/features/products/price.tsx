import { formatMoney, lineTotal } from "~/core/values/money";
import { Money } from "~/ui/values/money";

interface Priced {
  /** In cents. */
  price: number;
  /** In hundredths of a percent. */
  discount: number;
}

/** What one piece costs after its discount, in cents. */
const discountedPrice = ({ price, discount }: Priced) => lineTotal({ quantity: 1, price, discount }) ?? price;

/** What a product costs, and what it would cost without its discount: below, or beside it on one line. */
export function Price({ of, inline }: { of: Priced; inline?: boolean }) {
  return (
    <>
      <Money cents={discountedPrice(of)} />{" "}
      {of.discount > 0 && (
        <s className={inline ? "num text-lg font-normal text-muted" : "second-line detail num @max-2xl:inline"}>
          <span className="sr-only">without the discount </span>
          {formatMoney(of.price)}
        </s>
      )}
    </>
  );
}
