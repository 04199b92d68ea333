package io.sluice.devservers;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Orders versions of programs, read from what they print about themselves. */
record Version(int major, int minor, int patch) implements Comparable<Version> {
  private static final Pattern FIRST =
      Pattern.compile("\\bv?(\\d{1,6})\\.(\\d{1,6})(?:\\.(\\d{1,6}))?");
  private static final Comparator<Version> ORDER =
      Comparator.comparingInt(Version::major)
          .thenComparingInt(Version::minor)
          .thenComparingInt(Version::patch);

  /** Reads the first version in a text: a program names its own before those of its parts. */
  static Optional<Version> in(String text) {
    Matcher found = FIRST.matcher(text);
    if (!found.find()) {
      return Optional.empty();
    }
    String patch = found.group(3);
    return Optional.of(
        new Version(
            Integer.parseInt(found.group(1)),
            Integer.parseInt(found.group(2)),
            patch == null ? 0 : Integer.parseInt(patch)));
  }

  boolean atLeast(Version floor) {
    return compareTo(floor) >= 0;
  }

  @Override
  public int compareTo(Version other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return major + "." + minor + "." + patch;
  }
}
