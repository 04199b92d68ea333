package io.sluice.devservers;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Orders versions of programs, read from what they print about themselves. */
record ProgramVersion(int major, int minor, int patch) implements Comparable<ProgramVersion> {
  private static final Pattern FIRST =
      Pattern.compile("\\bv?(\\d{1,6})\\.(\\d{1,6})(?:\\.(\\d{1,6}))?");
  private static final Comparator<ProgramVersion> ORDER =
      Comparator.comparingInt(ProgramVersion::major)
          .thenComparingInt(ProgramVersion::minor)
          .thenComparingInt(ProgramVersion::patch);

  /** Reads the first version in a text: a program names its own before those of its parts. */
  static Optional<ProgramVersion> in(String text) {
    Matcher found = FIRST.matcher(text);
    if (!found.find()) {
      return Optional.empty();
    }
    String patch = found.group(3);
    return Optional.of(
        new ProgramVersion(
            Integer.parseInt(found.group(1)),
            Integer.parseInt(found.group(2)),
            patch == null ? 0 : Integer.parseInt(patch)));
  }

  boolean atLeast(ProgramVersion floor) {
    return compareTo(floor) >= 0;
  }

  @Override
  public int compareTo(ProgramVersion other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return major + "." + minor + "." + patch;
  }
}
