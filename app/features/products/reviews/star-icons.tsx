/** Path of a star, in a 24 × 24 viewBox. */
const star = "m12 2.5 2.95 5.97 6.6.96-4.78 4.65 1.13 6.57L12 17.55l-5.9 3.1 1.13-6.57-4.78-4.65 6.6-.96z";

/** Whole stars of five. */
export function Stars({ count }: { count: number }) {
  return (
    <svg className="stars" viewBox="0 0 120 24" role="img" aria-label={`${count} of 5 stars`}>
      {[0, 1, 2, 3, 4].map((place) => (
        <path
          key={place}
          d={star}
          transform={`translate(${place * 24})`}
          className={place < count ? "on" : undefined}
        />
      ))}
    </svg>
  );
}
