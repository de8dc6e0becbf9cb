import { Thumb } from "~/ui/values/thumb";

interface GalleryProps {
  title: string;
  images: string[];
  featureImage: string | null;
}

/** The pictures of a product: one large, all of them small below it. Choosing one is a matter of CSS alone. */
export function Gallery({ title, images, featureImage }: GalleryProps) {
  if (images.length === 0) return <Thumb src={null} className="size-auto! aspect-square" />;
  const first = featureImage ?? images[0];
  return (
    <fieldset className="gallery">
      <legend className="sr-only">Pictures</legend>
      {images.map((image, index) => (
        <label key={image}>
          <input
            type="radio"
            name="picture"
            className="sr-only"
            defaultChecked={image === first}
            aria-label={`Picture ${index + 1} of ${images.length}`}
          />
          <img src={image} alt={`${title}, ${index + 1} of ${images.length}`} />
          {images.length > 1 && <Thumb src={image} />}
        </label>
      ))}
    </fieldset>
  );
}
