import { lineTotal } from "~/core/values/line-total";
import { formatMoney } from "~/core/values/money";
import { Money } from "~/ui/values/money";

interface Priced {
  /** Price in cents. */
  price: number;
  /** Discount in hundredths of a percent. */
  discount: number;
}

/** Returns the price of one piece after its discount, in cents. */
const discountedPrice = ({ price, discount }: Priced) => lineTotal({ quantity: 1, price, discount }) ?? price;

/** The discounted price, with the regular price struck through below it or, with `inline`, next to it. */
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
