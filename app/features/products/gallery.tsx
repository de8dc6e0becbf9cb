import type { ReactNode } from "react";
import { Thumb } from "~/ui/values/thumb";

interface GalleryProps {
  title: string;
  images: string[];
  featureImage: string | null;
}

/** The pictures of a product: one large, all of them small below it. */
export function Gallery({ title, images, featureImage }: GalleryProps) {
  if (images.length === 0) return <Thumb src={null} className="size-auto! aspect-square" />;
  const first = featureImage ?? images[0];
  return (
    <fieldset className="gallery">
      <legend className="sr-only">Pictures</legend>
      {images.map((image, index) => (
        <Picture
          key={image}
          src={image}
          label={`Picture ${index + 1} of ${images.length}`}
          alt={`${title}, ${index + 1} of ${images.length}`}
          isFirst={image === first}
        />
      ))}
    </fieldset>
  );
}

interface PictureProps {
  src: string;
  /** Accessible label of the picture's button. */
  label: string;
  alt: string;
  /** Whether the picture is shown large initially. */
  isFirst: boolean;
  /** Rendered on and below the large picture. */
  children?: ReactNode;
}

/**
 * A picture in an element of the class `gallery`: small in its row, and large above it while it is chosen, which is a
 * matter of CSS alone.
 */
export function Picture({ src, label, alt, isFirst, children }: PictureProps) {
  return (
    <div className="picture">
      <label>
        <input type="radio" name="shown" value={src} className="sr-only" defaultChecked={isFirst} aria-label={label} />
        <img src={src} alt={alt} />
        <Thumb src={src} />
      </label>
      {children && <div>{children}</div>}
    </div>
  );
}
