package io.sluice.hub.client;

import java.util.OptionalLong;

/** Reads resourceVersions as numbers: later ones are higher on every API server. */
public final class ResourceVersions {
  private ResourceVersions() {}

  /** Returns the number; empty for a version that is none, which cannot be compared. */
  public static OptionalLong number(String version) {
    try {
      return OptionalLong.of(Long.parseLong(version));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /** Returns whether that is a later version of the same object; any other, if none can tell. */
  public static boolean newer(String version, String than) {
    OptionalLong number = number(version);
    OptionalLong known = number(than);
    return number.isPresent() && known.isPresent()
        ? number.getAsLong() > known.getAsLong()
        : !version.equals(than);
  }
}
