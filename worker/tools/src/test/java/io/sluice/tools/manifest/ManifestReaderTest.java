package io.sluice.tools.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Reads what kubectl 1.32 reads, which printed the same values of these texts. */
class ManifestReaderTest {
  private static final String HEAD = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: m}\n";

  private static Object data(String text) {
    ManifestContents contents = contents(HEAD + text);
    assertThat(contents.faults()).isEmpty();
    return contents.manifests().get(0).tree().get("data");
  }

  private static ManifestContents contents(String text) {
    return ManifestReader.contents("m.yaml", text);
  }

  private static List<String> faults(String text) {
    return contents(text).faults().stream().map(fault -> fault.line() + " " + fault.why()).toList();
  }

  @Test
  void scalarsAreThoseOfYaml11() {
    assertThat(
            data(
                """
                data: {on: off, mode: 0644, t: 12:30:45, d: 2024-01-01, h: 0x1F, o: 0o17, b: 0b11,
                  u: 1_000, f: 1e3, g: 1.50, none: ~, big: 123456789012345678901234567890, x8: 089, neg: -0,
                  long: 5000000000, eq: =, bin: !!binary aGk=, quoted: "yes", tagged: !!str 5, version: 1.2.3}
                """))
        .hasToString(
            "{true=false, mode=420, t=12:30:45, d=2024-01-01, h=31, o=15, b=3, u=1000, f=1000.0, g=1.5, none=null, big=1.2345678901234568E29, x8=89.0, neg=0, long=5000000000, eq==, bin=hi, quoted=yes, tagged=5, version=1.2.3}");
  }

  @Test
  void keysAreTexts() {
    assertThat(data("data: {1: a, 3.5: b, no: c, 0x10: d}\n"))
        .isEqualTo(new LinkedHashMap<>(Map.of("1", "a", "3.5", "b", "false", "c", "16", "d")));
  }

  @Test
  void mergeKeysReplaceWhatStandsBeforeThem() {
    assertThat(
            data(
                """
                a: &a {k: v, l: w}
                b: &b {k: 2, z: 3}
                data:
                  l: own
                  <<: [*a, *b]
                  z: last
                """))
        .isEqualTo(Map.of("k", "v", "l", "w", "z", "last"));
  }

  @Test
  void anyNumberOfAliasesIsReadButNoBomb() {
    assertThat((List<?>) data("base: &b {k: v}\ndata:\n" + "- *b\n".repeat(5000))).hasSize(5000);

    StringBuilder bomb = new StringBuilder(HEAD + "a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 10; i++) {
      String before = "*a%d".formatted(i - 1);
      bomb.append(
          "a%d: &a%d [%s]\n".formatted(i, i, String.join(", ", Collections.nCopies(9, before))));
    }
    assertThat(faults(bomb.toString()))
        .singleElement()
        .asString()
        .endsWith("its aliases make too much of it");
    assertThat(faults(HEAD + "data: &d\n  a: *d\n"))
        .containsExactly("4 the anchor d contains itself");
  }

  @Test
  void oneDocumentThatIsNoYamlEndsNoOther() {
    String text = HEAD + "---\na: b: c\n--- # next\n" + HEAD.replace("m}", "o}") + "---\na: [\n";
    ManifestContents contents = contents(text);
    assertThat(contents.manifests()).extracting(Manifest::name).containsExactly("m", "o");
    assertThat(contents.manifests()).extracting(Manifest::line).containsExactly(1, 7);
    assertThat(contents.faults()).extracting(ManifestFault::line).containsExactly(5, 12);
  }

  @Test
  void aSecondDocumentThatKubectlDropsIsAFault() {
    assertThat(faults(HEAD + "...\n" + HEAD))
        .singleElement()
        .asString()
        .startsWith("5 a second document begins here");
  }

  @Test
  void aKeyThatIsSetTwiceIsAFaultWithBothLines() {
    assertThat(faults(HEAD + "data:\n  a: b\n  c: d\n  a: e\n"))
        .containsExactly("7 the key a is set twice, before in line 5");
    assertThat(faults("{\"apiVersion\": \"v1\",\n\"kind\": \"X\",\n\"kind\": \"Y\"}"))
        .containsExactly("3 the key kind is set twice, before in line 2");
  }

  @Test
  void whatIsTooDeepIsAFault() {
    assertThat(faults(HEAD + "data: " + "[".repeat(100_000)))
        .containsExactly("4 it is nested more than 250 levels deep");
    assertThat(faults("{\"data\": " + "[".repeat(100_000)))
        .singleElement()
        .asString()
        .contains("250");
  }

  @Test
  void jsonObjectsMayFollowEachOther() {
    String one = "{\"apiVersion\": \"v1\",\n \"kind\": \"X\", \"metadata\": {\"name\": \"%s\"}}\n";
    ManifestContents contents = contents(one.formatted("a") + one.formatted("b"));
    assertThat(contents.manifests()).extracting(Manifest::name).containsExactly("a", "b");
    assertThat(contents.manifests()).extracting(Manifest::line).containsExactly(1, 3);
  }

  @Test
  void fieldsHaveTheirLines() {
    String policy =
        """
        apiVersion: v1
        kind: List
        items:
        - apiVersion: v1
          kind: X
          metadata:
            name: x
            annotations:
              sluice.io/a: b
              sluice.io/b: c
          spec:
            policy-templates:
            - a: b
            - objectDefinition:
                kind: Y
        """;
    Manifest manifest = contents(policy).manifests().get(0);
    assertThat(manifest.line()).isEqualTo(4);
    assertThat(manifest.line("spec.policy-templates[1].objectDefinition.kind")).isEqualTo(15);
    assertThat(manifest.line("spec.policy-templates[1].objectDefinition.metadata.name"))
        .isEqualTo(14);
    assertThat(manifest.line("metadata.annotations[sluice.io/b]")).isEqualTo(10);
    assertThat(manifest.line("metadata.annotations.sluice.io/b")).isEqualTo(10);
    assertThat(manifest.line("spec.policy-templates[7]")).isEqualTo(12);
    assertThat(manifest.line("Rollout spec")).isEqualTo(4);
  }

  @Test
  void aTemplateOfAChartIsMeantForAnotherProgram() {
    ManifestContents contents =
        contents(HEAD + "data:\n  {{- toYaml .Values.data | nindent 2 }}\n");
    assertThat(contents.faults()).isEmpty();
    assertThat(contents.foreign())
        .singleElement()
        .extracting(ManifestFault::why)
        .isEqualTo("this is a template of a chart, and no YAML yet");
    assertThat(contents(HEAD + "data:\n  a: {{hub .x hub}}\n").faults())
        .singleElement()
        .extracting(ManifestFault::remedy)
        .isEqualTo("Put {{ and }} into quotes, or render the file first");
  }
}
