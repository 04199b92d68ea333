package io.sluice.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes the present places into the entries where these are certain, and changes nothing else. */
final class ListRepairer {
  private static final Pattern PLACE = Pattern.compile("(?m)^in .*$");

  private final PlaceChecker checker;

  ListRepairer(PlaceChecker checker) {
    this.checker = checker;
  }

  /** Rewrites the files of the folder. */
  void repair(Path folder) throws IOException {
    for (Path file : MutationList.files(folder)) {
      String text = Files.readString(file);
      String repaired = repaired(file.getFileName().toString(), text);
      if (!repaired.equals(text)) {
        Files.writeString(file, repaired);
      }
    }
  }

  String repaired(String name, String text) {
    return MutationList.BLOCK
        .matcher(text)
        .replaceAll(block -> Matcher.quoteReplacement(entry(name, block.group())));
  }

  private String entry(String name, String block) {
    return MutationList.parse(name, block).mutations().stream()
        .map(mutation -> checker.check(mutation).place().line())
        .map(line -> PLACE.matcher(block).replaceFirst(Matcher.quoteReplacement(line)))
        .findFirst()
        .orElse(block);
  }
}
