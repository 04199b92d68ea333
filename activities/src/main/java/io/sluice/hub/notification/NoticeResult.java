package io.sluice.hub.notification;

import static java.util.Objects.requireNonNull;

/**
 * Says what became of a trial to tell a receiver.
 *
 * @param why in one line, without anything of a Secret; empty if it was told
 */
public record NoticeResult(Kind kind, String why) {
  /** The receiver has it. */
  public static final NoticeResult TOLD = new NoticeResult(Kind.TOLD, "");

  /** Nothing was tried: others are being told on that host. */
  public static final NoticeResult BUSY = new NoticeResult(Kind.BUSY, "its host is busy");

  /** Lists what may become of it. */
  public enum Kind {
    TOLD,
    FAILED,
    BUSY
  }

  public NoticeResult {
    requireNonNull(kind, "kind is null");
    requireNonNull(why, "why is null");
  }

  /** It was tried, or cannot be. */
  public static NoticeResult failed(String why) {
    return new NoticeResult(Kind.FAILED, why);
  }
}
