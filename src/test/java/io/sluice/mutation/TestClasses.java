package io.sluice.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Orders the test classes of the module: those that catch a mutant soonest come first. */
final class TestClasses {
  /** They play thousands of random rollouts: they run last, when no specific test has failed. */
  private static final Pattern HEAVY = Pattern.compile(".*(Invariants|Simulation)Test");

  private static final Pattern OWN = Pattern.compile("io\\.sluice\\.mutation\\..*");

  private final List<String> names;

  TestClasses(List<String> names) {
    this.names = names.stream().filter(name -> !OWN.matcher(name).matches()).sorted().toList();
  }

  /** Finds every class below the folder whose name ends in {@code Test}. */
  static TestClasses in(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return new TestClasses(
          files
              .map(file -> folder.relativize(file).toString().replace('/', '.'))
              .filter(name -> name.endsWith("Test.class"))
              .map(name -> name.substring(0, name.length() - ".class".length()))
              .toList());
    }
  }

  /**
   * Returns the classes in order: the named ones, those of the package, the quick ones, the rest.
   */
  List<List<String>> stages(Mutation mutation) {
    for (String test : mutation.tests()) {
      if (names.stream().noneMatch(name -> name.endsWith("." + test))) {
        throw new IllegalStateException(
            "Cannot run %s for \"%s\": there is no such class. Repair the entry."
                .formatted(test, mutation.label()));
      }
    }
    String file = mutation.place().file();
    int end = file.lastIndexOf('/');
    String folder = end < 0 ? "" : "." + file.substring(0, end).replace('/', '.');
    String place = "io.sluice" + folder;
    Predicate<String> named =
        name -> mutation.tests().contains(name.substring(name.lastIndexOf('.') + 1));
    Predicate<String> near = name -> name.substring(0, name.lastIndexOf('.')).equals(place);
    Predicate<String> quick = name -> !HEAVY.matcher(name).matches();
    return inOrder(List.of(named, near.and(quick), quick, near, name -> true));
  }

  /** Returns all classes, the quick ones first. */
  List<List<String>> stages() {
    return inOrder(List.of(name -> !HEAVY.matcher(name).matches(), name -> true));
  }

  private List<List<String>> inOrder(List<Predicate<String>> kinds) {
    Set<String> left = new LinkedHashSet<>(names);
    List<List<String>> stages = new ArrayList<>();
    for (Predicate<String> kind : kinds) {
      List<String> stage = left.stream().filter(kind).sorted(Comparator.naturalOrder()).toList();
      stage.forEach(left::remove);
      if (!stage.isEmpty()) {
        stages.add(stage);
      }
    }
    return stages;
  }
}
