package io.sluice.mutation;

import static java.util.stream.Collectors.joining;

import io.sluice.mutation.PlaceFinding.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Finds out whether the passage of an entry is in its place, and how to repair the entry if not.
 *
 * <p>A new place is certain only if the text of the member is what it was, or if the entry named no
 * member yet. Where the text has changed, too, places are proposed: a short passage may be in
 * another method by chance.
 */
final class PlaceChecker {
  private static final int MOST_PLACES = 5;
  private static final int MOST_LINES = 40;

  private final SourceIndex sources;

  PlaceChecker(SourceIndex sources) {
    this.sources = sources;
  }

  PlaceFinding check(Mutation mutation) {
    PassagePlace place = mutation.place();
    SourcePassage passage = mutation.passage();
    List<SourceMember> present = sources.at(place);
    long found = passage.countIn(present);
    if (found == 1) {
      return fitting(mutation, once(present, passage).get(0).place());
    }
    List<SourceMember> elsewhere =
        sources.hashed(place.hash()).stream().filter(member -> !place.names(member)).toList();
    List<SourceMember> moved = narrowed(once(elsewhere, passage), place);
    if (moved.size() == 1) {
      PassagePlace now = moved.get(0).place();
      return new PlaceFinding(
          Kind.REPAIRABLE,
          now,
          message(mutation, "it moved to " + now.where() + ". Write \"" + now.line() + "\"."));
    }
    return new PlaceFinding(Kind.BROKEN, place, message(mutation, why(mutation, moved, found)));
  }

  private static PlaceFinding fitting(Mutation mutation, PassagePlace now) {
    PassagePlace place = mutation.place();
    if (place.equals(now)) {
      return new PlaceFinding(Kind.FITS, place, "");
    }
    if (place.hash().isEmpty()) {
      String missing = place.member().isEmpty() ? "no member is named" : "the hash is missing";
      return new PlaceFinding(
          Kind.REPAIRABLE, now, message(mutation, missing + ". Write \"" + now.line() + "\"."));
    }
    return new PlaceFinding(
        Kind.STALE,
        now,
        "\"%s\" still fits, but %s has changed: does it break the same rule? Then write \"%s\"."
            .formatted(mutation.label(), place.where(), now.line()));
  }

  private String why(Mutation mutation, List<SourceMember> moved, long found) {
    PassagePlace place = mutation.place();
    if (found > 1 && place.member().isEmpty()) {
      return "the passage is there %d times. Lengthen it, or name the member.".formatted(found);
    }
    if (found > 1) {
      return "the passage is there %d times. Lengthen it until it is there once:\n  %s"
          .formatted(found, indented(mutation.find()));
    }
    if (!moved.isEmpty()) {
      return "its text is in several members now. Write one of these:\n" + lines(moved);
    }
    List<SourceMember> present = sources.at(place);
    if (place.member().isEmpty()) {
      return "%s. Correct the entry:\n  %s"
          .formatted(
              present.isEmpty() ? "there is no such source" : "no member contains the passage",
              indented(mutation.find()));
    }
    return present.isEmpty() ? gone(mutation) : changed(mutation, present);
  }

  private String gone(Mutation mutation) {
    PassagePlace place = mutation.place();
    List<SourceMember> namesakes = sources.named(place.member());
    List<SourceMember> fitting = once(candidates(mutation, namesakes), mutation.passage());
    String why = "there is no such member, and none elsewhere has its text. ";
    if (!fitting.isEmpty()) {
      return why + proposed(fitting);
    }
    return why
        + (namesakes.isEmpty()
            ? "Write the entry anew, or drop it with the rule."
            : "Write the entry anew for one of its name:\n" + lines(namesakes));
  }

  private String changed(Mutation mutation, List<SourceMember> present) {
    List<SourceMember> fitting = once(candidates(mutation, List.of()), mutation.passage());
    String hash = mutation.place().hash();
    boolean same = present.stream().anyMatch(member -> member.place().hash().equals(hash));
    StringBuilder why = new StringBuilder(same ? "" : "it has changed, and ");
    why.append("the passage is not there:\n  ").append(indented(mutation.find())).append('\n');
    if (!fitting.isEmpty()) {
      why.append(proposed(fitting)).append('\n');
    }
    why.append("Write the passage anew");
    NearestPassage nearest = new NearestPassage(mutation.find());
    present.stream()
        .flatMap(member -> nearest.in(member.text()).stream())
        .findFirst()
        .ifPresent(lines -> why.append("; the closest is\n  ").append(indented(lines)));
    why.append("\nThe member is now\n");
    return why + present.stream().map(member -> member.shown(MOST_LINES)).collect(joining("\n"));
  }

  /** Where a passage may have gone with other text: members of its file, and those of its name. */
  private List<SourceMember> candidates(Mutation mutation, List<SourceMember> namesakes) {
    String file = mutation.place().file();
    return Stream.concat(sources.at(new PassagePlace(file, "", "")).stream(), namesakes.stream())
        .distinct()
        .toList();
  }

  private static List<SourceMember> once(List<SourceMember> members, SourcePassage passage) {
    return members.stream().filter(member -> passage.countIn(member) == 1).toList();
  }

  /** Of several members with one text those count first that kept their name, then their file. */
  private static List<SourceMember> narrowed(List<SourceMember> members, PassagePlace place) {
    List<SourceMember> left = members;
    List<Predicate<SourceMember>> signs =
        List.of(
            member -> member.name().equals(place.member()),
            member -> member.file().equals(place.file()));
    for (Predicate<SourceMember> sign : signs) {
      List<SourceMember> signed = left.stream().filter(sign).toList();
      left = signed.isEmpty() ? left : signed;
    }
    return left;
  }

  private static String proposed(List<SourceMember> fitting) {
    return "The passage is elsewhere. If that is the same rule, write\n" + lines(fitting);
  }

  private static String lines(List<SourceMember> members) {
    List<String> lines =
        new ArrayList<>(members.stream().map(member -> "  " + member.place().line()).toList());
    if (lines.size() > MOST_PLACES) {
      String rest = "  ... (%d more)".formatted(lines.size() - MOST_PLACES);
      lines.subList(MOST_PLACES, lines.size()).clear();
      lines.add(rest);
    }
    return String.join("\n", lines);
  }

  private static String indented(String text) {
    return text.replace("\n", "\n  ");
  }

  private static String message(Mutation mutation, String why) {
    return "Cannot put \"%s\" into %s: %s"
        .formatted(mutation.label(), mutation.place().where(), why);
  }
}
