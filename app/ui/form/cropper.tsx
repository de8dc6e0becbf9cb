import { type KeyboardEvent, type PointerEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { type Crop, middleOf, moveCrop, sidesOf, zoomCrop } from "~/core/values/crop";

/** Maximum zoom, which small pictures may not reach. */
const closest = 5;
/** Minimum side of the cropped square, in pixels. */
const minSide = 64;
/** Distance that an arrow key moves, relative to the square's side. */
const step = 0.02;

const keys: Partial<Record<string, [x: number, y: number]>> = {
  ArrowLeft: [step, 0],
  ArrowRight: [-step, 0],
  ArrowUp: [0, step],
  ArrowDown: [0, -step],
};

/**
 * Crops a picture to a square by dragging, arrow keys or sliders, and sends `crop.x`, `crop.y` and `crop.size` with the
 * surrounding form. Renders nothing for a file that is not a picture, which the server then reports.
 */
export default function Cropper({ file }: { file: File }) {
  const address = useAddress(file);
  const [picture, setPicture] = useState<{ width: number; height: number }>();
  const [crop, setCrop] = useState<Crop>({ x: 0, y: 0, size: 1 });
  const held = useRef<{ x: number; y: number }>();
  const shown = useRef<HTMLImageElement>(null);
  const hint = useId();
  const sides = picture ? sidesOf(crop, picture) : { x: 1, y: 1 };
  useLayoutEffect(() => {
    if (!shown.current) return; // set by script, because the Content-Security-Policy forbids style attributes
    shown.current.style.inlineSize = `${100 / sides.x}%`;
    shown.current.style.transform = `translate(${-100 * crop.x}%, ${-100 * crop.y}%)`;
  });
  if (!address) return null;

  const room = { x: 1 - sides.x, y: 1 - sides.y };
  const maxZoom = picture ? Math.max(1, Math.min(closest, Math.min(picture.width, picture.height) / minSide)) : 1;
  const move = (x: number, y: number) => picture && setCrop((crop) => moveCrop(crop, picture, x, y));

  function onKeyDown(event: KeyboardEvent) {
    const [x, y] = keys[event.key] ?? [];
    if (x === undefined || y === undefined) return;
    event.preventDefault();
    const times = event.shiftKey ? 5 : 1;
    move(x * times, y * times);
  }

  function take({ currentTarget, pointerId, clientX: x, clientY: y }: PointerEvent) {
    currentTarget.setPointerCapture(pointerId);
    held.current = { x, y };
  }

  function drag({ currentTarget, clientX: x, clientY: y }: PointerEvent) {
    if (!held.current) return;
    move((held.current.x - x) / currentTarget.clientWidth, (held.current.y - y) / currentTarget.clientHeight);
    held.current = { x, y };
  }

  const letGo = () => (held.current = undefined);

  return (
    <fieldset className="grid gap-3" hidden={!picture}>
      <legend className="label mb-2">Which part of it?</legend>
      {Object.entries(crop).map(([name, part]) => (
        <input key={name} type="hidden" name={`crop.${name}`} value={part.toFixed(6)} disabled={!picture} />
      ))}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application takes keys and
          drags itself */}
      <div
        dir="ltr"
        tabIndex={0}
        role="application"
        aria-label="The part of the picture that is kept"
        aria-describedby={hint}
        className="cropper"
        onKeyDown={onKeyDown}
        onPointerDown={take}
        onPointerMove={drag}
        onPointerUp={letGo}
        onPointerCancel={letGo}
      >
        <img
          ref={shown}
          src={address}
          alt=""
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
            setPicture({ width, height });
            setCrop(middleOf({ width, height }));
          }}
          onError={() => setPicture(undefined)}
        />
      </div>
      <div className="grid max-w-56 gap-2">
        <Slider
          label="Zoom"
          value={1 / crop.size}
          min={1}
          max={maxZoom}
          onMove={(zoom) => picture && setCrop((crop) => zoomCrop(crop, picture, 1 / zoom))}
        />
        <Slider label="Left to right" value={crop.x} max={room.x} onMove={(x) => setCrop((crop) => ({ ...crop, x }))} />
        <Slider label="Top to bottom" value={crop.y} max={room.y} onMove={(y) => setCrop((crop) => ({ ...crop, y }))} />
      </div>
      <p className="hint" id={hint}>
        Drag the picture, or move it with the arrow keys or the sliders.
      </p>
    </fieldset>
  );
}

/** Returns an object URL for a file, which is revoked on unmount. */
function useAddress(file: File): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}

interface SliderProps {
  label: string;
  value: number;
  min?: number;
  max: number;
  onMove(value: number): void;
}

/** A slider with a hundred steps, disabled if it has no range. It reports its position as a percentage. */
function Slider({ label, value, min = 0, max, onMove }: SliderProps) {
  const way = max - min;
  const percent = way > 0.001 ? Math.round(((value - min) / way) * 100) : 0;
  return (
    <label className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-center gap-2 text-sm">
      {label}
      <input
        type="range"
        dir="ltr"
        min={0}
        max={100}
        value={percent}
        disabled={way <= 0.001}
        aria-valuetext={`${percent}%`}
        className="accent-primary"
        onChange={({ currentTarget }) => onMove(min + (Number(currentTarget.value) / 100) * way)}
      />
    </label>
  );
}
