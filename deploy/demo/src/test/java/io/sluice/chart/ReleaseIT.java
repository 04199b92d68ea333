package io.sluice.chart;

import static io.sluice.chart.ChartRenderingIT.kustomized;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Uses the release in the folder that {@code -Dsluice.release} names as somebody does who has
 * nothing else: sums, commands, plugin, charts, manifests. The image has its own test, and so have
 * the commands of docs/install.md.
 */
class ReleaseIT {
  private static final ReleaseFiles RELEASE = ReleaseFiles.named().orElseThrow();
  private static final String VERSION = RELEASE.version();

  @TempDir private Path folder;

  @Test
  void everyFileHasItsSum() throws Exception {
    assertThat(run(RELEASE.folder(), "sha256sum", "--check", "--strict", "SHA256SUMS").lines())
        .allMatch(line -> line.endsWith(": OK"))
        .hasSize(RELEASE.folder().toFile().list().length - 1);
  }

  @Test
  void theCommandsRunWithoutABuild() throws Exception {
    unpack("sluice-%s-bin.tar.gz".formatted(VERSION));
    Path unpacked = folder.resolve("sluice-" + VERSION);

    assertThat(run(unpacked, "./sluice", "--version")).contains("sluice " + VERSION + " (commit ");
    assertThat(
            run(
                unpacked,
                "./sluice",
                "demo",
                "--gate",
                "--auto-approve",
                "--api-port",
                "0",
                "--temporal-port",
                "0"))
        .contains("Succeeded");
    assertThat(kustomized(unpacked.resolve("deploy/kustomize/beside").toString()).comparable())
        .isEqualTo(kustomized("../deploy/kustomize/beside").comparable());
  }

  @Test
  void theJarAndThePluginAreOfThatVersion() throws Exception {
    String archive = "kubectl-sluice-%s.tar.gz".formatted(VERSION);
    unpack(archive);
    JsonNode manifest =
        new YAMLMapper().readTree(RELEASE.folder().resolve("kubectl-sluice.yaml").toFile());

    String expected = "sluice " + VERSION + " (commit ";
    assertThat(run(folder, "./kubectl-sluice", "--version")).startsWith(expected);
    assertThat(run(RELEASE.folder(), "java", "-jar", "sluice-" + VERSION + ".jar", "--version"))
        .startsWith(expected);
    assertThat(manifest.at("/spec/platforms/0/uri").asText()).endsWith("/" + archive);
    assertThat(Files.readString(RELEASE.folder().resolve("SHA256SUMS")))
        .contains(manifest.at("/spec/platforms/0/sha256").asText() + "  " + archive);
  }

  @Test
  void theChartsAreThoseOfTheSources() {
    Helm helm = Helm.alone(folder);
    List<String> values = List.of("-n", "sluice-system", "--set", "temporal.address=a:1");
    for (String chart : List.of("sluice", "sluice-crds")) {
      String packed = RELEASE.folder().resolve(chart + "-" + VERSION + ".tgz").toString();
      List<String> options = chart.equals("sluice") ? values : List.of();

      assertThat(objects(rendered(helm, packed, options)))
          .isEqualTo(objects(rendered(helm, "../deploy/charts/" + chart, options)));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "install-beside, kustomize/beside",
    "install-standalone, kustomize/standalone",
    "install-evaluation, kustomize/evaluation",
    "gate, gate",
    "gate-quiet, gate/quiet"
  })
  void theManifestsAreThoseOfTheSources(String file, String source) throws IOException {
    assertThat(objects(read(file))).isEqualTo(objects(kustomized("../deploy/" + source)));
  }

  @Test
  void withKarmadaAProcessHasItsOption() throws IOException {
    ChartObjects objects = read("install-karmada");

    assertThat(ChartObjects.texts(objects.container().get("args")))
        .contains("--mode=Standalone", "--karmada");
    assertThat(objects.all()).containsKey("ClusterRole/sluice-karmada");
  }

  @Test
  void theListOfComponentsHasWhatTheJarIsMadeOfAndNothingOfTests() throws IOException {
    JsonNode bom =
        new ObjectMapper()
            .readTree(RELEASE.folder().resolve("sluice-" + VERSION + ".cdx.json").toFile());

    assertThat(bom.path("bomFormat").asText()).isEqualTo("CycloneDX");
    assertThat(bom.at("/metadata/component/version").asText()).isEqualTo(VERSION);
    assertThat(bom.path("components").findValuesAsText("name"))
        .contains("sluice-core", "kubernetes-client", "temporal-sdk", "picocli")
        .doesNotContain("assertj-core", "temporal-testing", "sluice-simulator");
  }

  /** Returns the objects by name; the image of Sluice goes by one name, wherever it is. */
  private static ObjectNode objects(ChartObjects objects) {
    ObjectNode all = new ObjectMapper().createObjectNode();
    objects.comparable().forEach(all::set);
    all.findParents("image").forEach(container -> stripRepository((ObjectNode) container));
    return all;
  }

  private static void stripRepository(ObjectNode container) {
    String image = container.get("image").asText();
    if (image.endsWith("/sluice:" + VERSION)) {
      container.put("image", "sluice:" + VERSION);
    }
  }

  private static ChartObjects rendered(Helm helm, String chart, List<String> options) {
    List<String> arguments = new ArrayList<>(List.of("template", "sluice", chart));
    arguments.addAll(options);
    return ChartObjects.parse(helm.succeed(arguments.toArray(String[]::new)));
  }

  private static ChartObjects read(String name) throws IOException {
    return ChartObjects.parse(
        Files.readString(RELEASE.folder().resolve(name + ".yaml"), StandardCharsets.UTF_8));
  }

  private void unpack(String archive) throws Exception {
    run(folder, "tar", "-xzf", RELEASE.folder().resolve(archive).toString());
  }

  /** Runs one command, which must succeed, in that folder; returns what it prints. */
  private static String run(Path folder, String... command) throws Exception {
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectErrorStream(true)
            .start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s%n%s", String.join(" ", command), printed).isZero();
    return printed;
  }
}
