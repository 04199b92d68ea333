package io.sluice.mutation;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.sluice.mutation.PlaceFinding.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Checks that every deliberate bug can be put into the sources, before the first is tried.
 *
 * <p>{@code -Dsluice.mutations.list=repair} rewrites the entries whose members moved or changed
 * around the passage. It runs by itself, too: {@code mvn -pl src test -Dtest=MutationListIT}.
 */
class MutationListIT {
  private static final Path FOLDER = Path.of("test", "resources", "mutations");
  private static final String REPAIR =
      "mvn -pl src test -Dtest=MutationListIT -Dsluice.mutations.list=repair";
  private static PlaceChecker checker;
  private static List<Mutation> mutations;

  @BeforeAll
  static void readAll() throws IOException {
    checker = new PlaceChecker(SourceIndex.in(Path.of("main", "java", "io", "sluice")));
    if ("repair".equals(System.getProperty("sluice.mutations.list"))) {
      new ListRepairer(checker).repair(FOLDER);
    }
    mutations = MutationList.in(FOLDER).mutations();
  }

  @Test
  void everyPassageIsInItsPlace() {
    List<PlaceFinding> findings = mutations.stream().map(checker::check).toList();
    findings.stream()
        .filter(finding -> finding.kind() == Kind.STALE)
        .forEach(finding -> System.out.println("Note: " + finding.message()));
    List<PlaceFinding> failed = findings.stream().filter(PlaceFinding::failed).toList();
    if (failed.isEmpty()) {
      return;
    }
    long repairable = failed.stream().filter(found -> found.kind() == Kind.REPAIRABLE).count();
    String summary =
        "%d of %d entries do not fit the sources. \"%s\" repairs %d of them."
            .formatted(failed.size(), findings.size(), REPAIR, repairable);
    fail(failed.stream().map(PlaceFinding::message).collect(joining("\n\n", summary + "\n\n", "")));
  }

  @Test
  void everyNamedTestExists() throws IOException {
    TestClasses tests = TestClasses.in(Path.of("target", "test-classes"));
    List<String> broken = new ArrayList<>();
    for (Mutation mutation : mutations) {
      try {
        tests.stages(mutation);
      } catch (IllegalStateException e) {
        broken.add(e.getMessage());
      }
    }
    assertThat(broken).isEmpty();
  }
}
