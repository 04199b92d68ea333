package io.sluice.mutation;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names the member of a source in which a passage is, and the text that it had.
 *
 * @param file the source below {@code main/java/io/sluice}
 * @param member its name; empty in an entry that was just written
 * @param hash of its text; empty in an entry that was just written
 */
record PassagePlace(String file, String member, String hash) {
  private static final Pattern FORM =
      Pattern.compile("([\\w/-]+\\.java)(?:#(\\w+)(?: ([0-9a-f]{8}))?)?");

  /**
   * Reads what an entry says behind {@code in}.
   *
   * @throws IllegalArgumentException if that is no place
   */
  static PassagePlace parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("no place: " + text);
    }
    return new PassagePlace(matcher.group(1), orNone(matcher.group(2)), orNone(matcher.group(3)));
  }

  private static String orNone(String part) {
    return part == null ? "" : part;
  }

  /** True for every member of the file where no name is given. */
  boolean names(SourceMember candidate) {
    return candidate.file().equals(file) && (member.isEmpty() || candidate.name().equals(member));
  }

  /** File and member, without the hash. */
  String where() {
    return member.isEmpty() ? file : file + "#" + member;
  }

  /** The line of an entry. */
  String line() {
    return "in " + where() + (hash.isEmpty() ? "" : " " + hash);
  }
}
