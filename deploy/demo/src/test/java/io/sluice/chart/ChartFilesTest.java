package io.sluice.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads the charts as files: versions, and that every value is documented. */
class ChartFilesTest {
  private static final Path DEPLOY = Path.of("..");
  private static final Path CHARTS = DEPLOY.resolve("charts");
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final Pattern LINE = Pattern.compile("^( *)([A-Za-z]+):.*");

  @ParameterizedTest
  @ValueSource(strings = {"sluice", "sluice-crds"})
  void aChartHasTheVersionOfTheBuild(String chart) throws IOException {
    JsonNode about = yaml(CHARTS.resolve(chart).resolve("Chart.yaml"));

    assertThat(about.get("version").asText()).isEqualTo(version());
    assertThat(about.get("appVersion").asText()).isEqualTo(version());
    assertThat(about.path("dependencies").findValuesAsText("version")).allMatch(version()::equals);
  }

  @Test
  void theKustomizationHasTheVersionOfTheBuild() throws IOException {
    JsonNode common = yaml(DEPLOY.resolve("kustomize/common/kustomization.yaml"));

    assertThat(common.at("/labels/0/pairs").get("app.kubernetes.io/version").asText())
        .isEqualTo(version());
    assertThat(Files.readString(DEPLOY.resolve("kustomize/base/deployment.yaml")))
        .contains("image: sluice:" + version() + "\n");
  }

  @Test
  void theManualNamesTheVersionThatIsReleasedNext() throws IOException {
    assertThat(Files.readString(DEPLOY.resolve("../docs/install.md")))
        .contains("\nversion=" + version().replace("-SNAPSHOT", "") + "\n");
  }

  @Test
  void temporalsDevelopmentServerIsTheOneOfTheTests() throws IOException {
    Matcher pinned =
        Pattern.compile("github.com/temporalio/cli v(\\S+)")
            .matcher(Files.readString(DEPLOY.resolve("devservers/temporal/go.mod")));
    assertThat(pinned.find()).isTrue();

    assertThat(
            yaml(CHARTS.resolve("sluice/values.yaml")).at("/temporal/devServer/image/tag").asText())
        .isEqualTo(pinned.group(1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sluice", "sluice-crds"})
  void everyValueIsDescribedInBothFilesWithTheSameWords(String chart) throws IOException {
    TreeMap<String, String> comments = comments(CHARTS.resolve(chart).resolve("values.yaml"));
    TreeMap<String, String> descriptions = new TreeMap<>();
    JsonNode schema =
        new ObjectMapper().readTree(CHARTS.resolve(chart).resolve("values.schema.json").toFile());
    describe("", schema, descriptions);
    descriptions.keySet().removeAll(List.of("global", "sluice-crds"));

    assertThat(comments).isNotEmpty().doesNotContainValue("");
    assertThat(descriptions).containsExactlyEntriesOf(comments);
  }

  /** These files are rendered, and what they make is applied to a real server. */
  @Test
  void everyValueIsTried() throws IOException {
    Set<String> tried = new TreeSet<>();
    for (String file : List.of("beside", "standalone", "karmada", "evaluation", "everything")) {
      leaves("", yaml(Path.of("src/test/resources/charts").resolve(file + ".yaml")), tried);
    }
    Set<String> documented = new TreeSet<>();
    leaves("", yaml(CHARTS.resolve("sluice/values.yaml")), documented);

    assertThat(documented)
        .as("values without an example in src/test/resources/charts")
        .filteredOn(
            value ->
                tried.stream().noneMatch(one -> one.equals(value) || one.startsWith(value + ".")))
        .isEmpty();
  }

  private static void leaves(String path, JsonNode value, Set<String> found) {
    if (!value.isObject() || value.isEmpty() || path.endsWith("resources")) {
      found.add(path);
    } else {
      value
          .properties()
          .forEach(
              part ->
                  leaves(
                      path.isEmpty() ? part.getKey() : path + "." + part.getKey(),
                      part.getValue(),
                      found));
    }
  }

  /** Rules and expressions have one source, which {@link ChartCopiesTest} compares with. */
  @Test
  void noTemplateHasRulesOfItsOwn() throws IOException {
    assertThat(Files.readString(CHARTS.resolve("sluice/templates/rbac.yaml")))
        .doesNotContain("verbs: [");
    assertThat(Files.readString(CHARTS.resolve("sluice/templates/gate.yaml")))
        .doesNotContain("expression");
  }

  /** Returns the comment above each value. */
  private static TreeMap<String, String> comments(Path file) throws IOException {
    TreeMap<String, String> comments = new TreeMap<>();
    List<String> parents = new ArrayList<>();
    List<String> comment = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      Matcher value = LINE.matcher(line);
      if (line.strip().startsWith("#")) {
        comment.add(line.strip().substring(1).strip());
        continue;
      }
      // What stands in a list, or below a value of any shape, is an example of it.
      if (value.matches() && value.group(1).length() / 2 <= parents.size()) {
        parents.subList(value.group(1).length() / 2, parents.size()).clear();
        if (!parents.contains("resources")) {
          parents.add(value.group(2));
          comments.put(String.join(".", parents), String.join(" ", comment));
        }
      }
      comment.clear();
    }
    return comments;
  }

  private static void describe(String path, JsonNode schema, TreeMap<String, String> found) {
    schema
        .path("properties")
        .properties()
        .forEach(
            property -> {
              String below = path.isEmpty() ? property.getKey() : path + "." + property.getKey();
              found.put(below, property.getValue().path("description").asText());
              describe(below, property.getValue(), found);
            });
  }

  private static String version() throws IOException {
    Matcher version =
        Pattern.compile("<artifactId>sluice</artifactId>\\s*<version>([^<]+)</version>")
            .matcher(Files.readString(DEPLOY.resolve("../pom.xml")));
    return version.results().map(found -> found.group(1)).collect(Collectors.joining());
  }

  private static JsonNode yaml(Path file) throws IOException {
    return YAML.readTree(file.toFile());
  }
}
