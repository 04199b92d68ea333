package io.sluice.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.hub.crd.RolloutSpecReader;
import io.sluice.hub.schedule.ScheduleObserver;
import io.sluice.schedule.ScheduleEvaluator;
import io.sluice.schedule.ScheduleReader;
import io.sluice.schedule.ScheduleTimes;
import io.sluice.tools.cli.CommandRun;
import io.sluice.tools.option.ExitCodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads {@code deploy/examples/calendars}: each opens when its first line says. */
class CalendarExamplesTest {
  private static final Path FOLDER = Path.of(ExamplesFolder.path("calendars"));

  private static GenericKubernetesResource read(Path file) throws IOException {
    return Serialization.unmarshal(Files.readString(file), GenericKubernetesResource.class);
  }

  @Test
  void nothingIsWrongWithAny() throws IOException {
    List<Path> files;
    try (Stream<Path> found = Files.list(FOLDER)) {
      files = found.sorted().toList();
    }
    assertThat(files).hasSize(4);
    for (Path file : files) {
      assertThat(ScheduleObserver.problems(RolloutSpecReader.of(read(file)), Instant.EPOCH))
          .as(file.toString())
          .isEmpty();
      CommandRun lint = CommandRun.of("lint", "-f", file.toString());
      assertThat(lint.code()).as(lint.out() + lint.err()).isEqualTo(ExitCodes.OK);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "nights.yaml,    prod, europe,  2026-11-30T12:00:00Z, false",
    "nights.yaml,    prod, europe,  2026-11-30T21:00:00Z, true",
    "nights.yaml,    prod, europe,  2026-12-01T03:00:00Z, false",
    "nights.yaml,    prod, europe,  2026-12-05T22:00:00Z, false",
    "nights.yaml,    dev,  europe,  2026-11-30T12:00:00Z, true",
    "regions.yaml,   prod, asia,    2026-11-27T21:30:00Z, true",
    "regions.yaml,   prod, europe,  2026-11-27T21:30:00Z, false",
    "regions.yaml,   prod, america, 2026-11-29T10:00:00Z, true",
    "one-start.yaml, dev,  europe,  2026-12-01T20:59:59Z, false",
    "one-start.yaml, dev,  europe,  2026-12-01T21:00:00Z, true",
    "year-end.yaml,  prod, europe,  2026-12-18T22:59:59Z, true",
    "year-end.yaml,  prod, europe,  2026-12-18T23:00:00Z, false",
    "year-end.yaml,  dev,  europe,  2026-12-24T12:00:00Z, true",
    "year-end.yaml,  prod, europe,  2027-01-05T23:00:00Z, true",
  })
  void eachOpensWhenItSays(String file, String group, String region, Instant at, boolean open)
      throws IOException {
    ScheduleTimes times =
        ScheduleEvaluator.evaluate(
            ScheduleReader.schedule(
                    RolloutSpecReader.of(read(FOLDER.resolve(file))).schedule, "schedule", at)
                .value()
                .orElseThrow(),
            List.of(),
            List.of(new DecisionGroup(new GroupKey("fleet", group, 0), List.of("c1"))),
            Map.of("c1", Map.of("region", region)),
            at,
            "test");
    assertThat(times.open("c1", at)).isEqualTo(open);
  }
}
