/** The texts of the page on which users confirm their identity. */
export interface Confirmation {
  title: string;
  /** The effect of the action, in sentences. */
  text: string;
  /** Label of the button. */
  button: string;
  /** Path of the cancel link. */
  back: string;
  /** Makes the button red, for actions that delete something. */
  isDanger?: boolean;
}
