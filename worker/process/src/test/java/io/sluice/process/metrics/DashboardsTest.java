package io.sluice.process.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares dashboards, alerts and their pages with what is exported. */
class DashboardsTest {
  private static final Path DEPLOY = Path.of("../../deploy");
  private static final Path RULES = DEPLOY.resolve("rules/sluice.yaml");
  private static final Path RULE_TESTS =
      DEPLOY.resolve("demo/src/test/resources/rules/sluice.test.yaml");
  private static final Path RUNBOOKS = Path.of("../../docs/runbooks");
  private static final Path VALUES = DEPLOY.resolve("charts/sluice/values.yaml");
  private static final Path METRICS_TEMPLATE =
      DEPLOY.resolve("charts/sluice/templates/metrics.yaml");
  private static final int WIDTH = 24;

  /** Prometheus adds them, from what it fetches; {@code le} is that of a bucket. */
  private static final Set<String> OF_THE_TARGET = Set.of("namespace", "pod", "instance", "job");

  private static final Pattern NAME =
      Pattern.compile("\\b((?:sluice|policy|temporal|jvm|process|system)_\\w+)(\\{[^}]*})?");
  private static final Pattern GROUPING =
      Pattern.compile("\\b(by|on|without|ignoring|group_left|group_right) ?\\([^)]*\\)");
  private static final Pattern LABEL = Pattern.compile("(\\w+) ?(?:=~|!~|!=|=)");
  private static final Pattern SUFFIX = Pattern.compile("_seconds_(bucket|count|sum|max)$|_total$");

  private static List<Path> dashboards() throws IOException {
    try (Stream<Path> files = Files.list(DEPLOY.resolve("dashboards"))) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    }
  }

  /** One metric in an expression, with its labels in braces. */
  private record Use(String metric, Set<String> labels) {
    static List<Use> in(String expression) {
      return NAME.matcher(GROUPING.matcher(expression).replaceAll(""))
          .results()
          .map(Use::of)
          .toList();
    }

    private static Use of(MatchResult found) {
      Set<String> labels = new HashSet<>();
      if (found.group(2) != null) {
        LABEL.matcher(found.group(2)).results().map(label -> label.group(1)).forEach(labels::add);
      }
      return new Use(found.group(1), labels);
    }
  }

  private static List<String> expressions() throws IOException {
    List<String> all = new ArrayList<>();
    for (Path dashboard : dashboards()) {
      new ObjectMapper().readTree(dashboard.toFile()).findValuesAsText("expr").forEach(all::add);
    }
    rules().forEach(rule -> all.add(rule.get("expr").asText()));
    return all;
  }

  private static List<JsonNode> rules() throws IOException {
    List<JsonNode> rules = new ArrayList<>();
    new YAMLMapper()
        .readTree(RULES.toFile())
        .get("groups")
        .forEach(g -> g.get("rules").forEach(rules::add));
    return rules;
  }

  private static List<Use> uses() throws IOException {
    return expressions().stream().flatMap(expression -> Use.in(expression).stream()).toList();
  }

  @Test
  void everyMetricOfDashboardsAndAlertsIsExportedWithItsLabels() throws IOException {
    Map<String, Set<String>> exported = ExportedMetrics.labels();
    List<Use> ours = uses().stream().filter(use -> !use.metric().startsWith("temporal_")).toList();
    assertThat(ours).hasSizeGreaterThan(60);
    for (Use use : ours) {
      // The collector of the JVM that the tests run on may have no pauses yet.
      if (!use.metric().startsWith("jvm_gc_pause")) {
        assertThat(exported).containsKey(use.metric());
        Set<String> known = new HashSet<>(exported.get(use.metric()));
        known.addAll(OF_THE_TARGET);
        assertThat(known).as(use.metric()).containsAll(use.labels());
      }
    }
  }

  @Test
  void everyMetricOfTemporalIsOneOfItsSdk() throws Exception {
    Set<String> known = new HashSet<>();
    for (Class<?> type :
        List.of(
            io.temporal.worker.MetricsType.class, io.temporal.serviceclient.MetricsType.class)) {
      for (Field field : type.getFields()) {
        known.add((String) field.get(null));
      }
    }
    List<String> used =
        uses().stream().map(Use::metric).filter(name -> name.startsWith("temporal_")).toList();
    assertThat(used)
        .isNotEmpty()
        .allMatch(name -> known.contains(SUFFIX.matcher(name).replaceAll("")));
  }

  @Test
  void everyMetricOfOursIsDocumentedAndShown() throws IOException {
    String page = Files.readString(Path.of("../../docs/metrics.md"));
    Set<String> shown = new TreeSet<>();
    uses().forEach(use -> shown.add(family(use.metric())));
    assertThat(ExportedMetrics.labels().keySet())
        .filteredOn(name -> name.startsWith("sluice_") || name.startsWith("policy_"))
        .filteredOn(name -> !name.endsWith("_max"))
        .allSatisfy(
            name -> {
              assertThat(page).contains("`" + family(name));
              assertThat(shown).contains(family(name));
            });
  }

  private static String family(String name) {
    return name.replaceAll("(_bucket|_count|_sum)$", "");
  }

  @ParameterizedTest
  @MethodSource("dashboards")
  void aDashboardIsWhole(Path file) throws IOException {
    JsonNode dashboard = new ObjectMapper().readTree(file.toFile());
    assertThat(dashboard.get("uid").asText()).startsWith("sluice-");
    assertThat(dashboard.get("title").asText()).startsWith("Sluice / ");
    Set<Integer> ids = new HashSet<>();
    Set<String> cells = new HashSet<>();
    for (JsonNode panel : dashboard.get("panels")) {
      assertThat(ids.add(panel.get("id").asInt())).isTrue();
      assertThat(panel.get("title").asText()).isNotEmpty();
      JsonNode at = panel.get("gridPos");
      assertThat(at.get("x").asInt() + at.get("w").asInt()).isLessThanOrEqualTo(WIDTH);
      for (int x = 0; x < at.get("w").asInt(); x++) {
        for (int y = 0; y < at.get("h").asInt(); y++) {
          assertThat(cells.add((at.get("x").asInt() + x) + "," + (at.get("y").asInt() + y)))
              .as("panel %s overlaps another", panel.get("title"))
              .isTrue();
        }
      }
      if (!panel.get("type").asText().equals("row")) {
        assertThat(panel.path("description").asText())
            .as("what panel %s tells", panel.get("title"))
            .hasSizeGreaterThan(15)
            .endsWith(".");
        assertThat(panel.get("targets")).isNotEmpty();
        assertThat(panel.get("datasource").get("uid").asText()).isEqualTo("${datasource}");
      }
    }
  }

  @Test
  void thereAreThreeDashboardsOfDifferentNames() throws IOException {
    Set<String> uids = new HashSet<>();
    for (Path file : dashboards()) {
      uids.add(new ObjectMapper().readTree(file.toFile()).get("uid").asText());
    }
    assertThat(dashboards()).hasSize(3);
    assertThat(uids).hasSize(3);
  }

  @Test
  void everyAlertHasItsRunbookAndFiresAndClearsInATest() throws IOException {
    List<String> alerts = rules().stream().map(rule -> rule.get("alert").asText()).toList();
    assertThat(alerts).isNotEmpty().doesNotHaveDuplicates();
    try (Stream<Path> pages = Files.list(RUNBOOKS)) {
      assertThat(pages.map(page -> page.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(alerts.stream().map(name -> name + ".md").toList());
    }
    String base = new YAMLMapper().readTree(VALUES.toFile()).at("/metrics/rules/runbooks").asText();
    assertThat(base).startsWith("https://").endsWith("/runbooks/");
    assertThat(Files.readString(METRICS_TEMPLATE)).contains("replace \"" + base + "\"");
    for (JsonNode rule : rules()) {
      String name = rule.get("alert").asText();
      assertThat(rule.at("/annotations/runbook_url").asText()).isEqualTo(base + name + ".md");
      assertThat(Files.readString(RUNBOOKS.resolve(name + ".md"))).startsWith("# " + name + "\n");
      List<Boolean> fired = new ArrayList<>();
      new YAMLMapper()
          .readTree(RULE_TESTS.toFile())
          .get("tests")
          .forEach(
              test ->
                  test.get("alert_rule_test")
                      .forEach(
                          check -> {
                            if (check.get("alertname").asText().equals(name)) {
                              fired.add(!check.get("exp_alerts").isEmpty());
                            }
                          }));
      assertThat(fired).as(name).containsSubsequence(false, true, false);
    }
  }
}
