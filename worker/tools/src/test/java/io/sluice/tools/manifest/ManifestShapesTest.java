package io.sluice.tools.manifest;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.tools.cli.CommandRun;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Gives files of every shape to lint and plan: each is read, or refused by a plain sentence. */
class ManifestShapesTest {
  private static final String POLICY =
      """
      apiVersion: policy.open-cluster-management.io/v1
      kind: Policy
      metadata:
        name: web
        namespace: policies
      spec:
        disabled: false
        remediationAction: inform
        policy-templates:
        - objectDefinition:
            apiVersion: policy.open-cluster-management.io/v1
            kind: ConfigurationPolicy
            metadata:
              name: web
            spec:
              remediationAction: inform
              object-templates: %s
      """;
  private static final String PLAIN = POLICY.formatted("[]");
  private static final String JSON =
      """
      {"apiVersion": "policy.open-cluster-management.io/v1", "kind": "Policy",
       "metadata": {"name": "web", "namespace": "policies"},
       "spec": {"disabled": false, "remediationAction": "inform", "policy-templates": [
      \t{"objectDefinition": {"apiVersion": "policy.open-cluster-management.io/v1",
      \t "kind": "ConfigurationPolicy", "metadata": {"name": "web"}, "spec": {}}}]}}
      """;

  @TempDir private Path folder;

  private String file(String name, byte[] content) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(file, content).toString();
  }

  private static void assertPlain(String shape, CommandRun run) {
    String all = run.out() + run.err();
    assertThat(run.code()).as(shape + all).isBetween(0, 1);
    assertThat(all)
        .as(shape)
        .isNotBlank()
        .doesNotContain("Exception", "\tat ", "StackOverflow", "io.sluice", "snakeyaml", "..\n");
    if (run.code() == 1) {
      assertThat(all).as(shape).matches("(?s).*(Cannot|problem).*(\\.|: \\./sluice [^\n]*)\\s*");
    }
  }

  /** Returns what both print, after a look at how. */
  private String both(String shape, String path) {
    CommandRun lint = CommandRun.of("lint", "-R", "-f", path);
    CommandRun plan = CommandRun.of("plan", "--local", "-R", "-f", path);
    assertPlain(shape, lint);
    assertPlain(shape, plan);
    return lint.out() + lint.err() + plan.out() + plan.err();
  }

  private void assertRead(Map<String, String> shapes, Charset charset) throws IOException {
    for (Map.Entry<String, String> shape : shapes.entrySet()) {
      String path = file(shape.getKey(), shape.getValue().getBytes(charset));
      assertThat(both(shape.getKey(), path))
          .as(shape.getKey())
          .startsWith("No problem in ")
          .contains("Plan of policy policies/web");
    }
  }

  private void assertRefused(String shape, String content, String where, String why)
      throws IOException {
    String path = file(shape, content.getBytes(UTF_8));
    assertThat(both(shape, path)).as(shape).contains(path + where).contains(why);
  }

  @Test
  void theShapesOfRepositoriesAreRead() throws IOException {
    Map<String, String> shapes = new TreeMap<>();
    shapes.put("several.yaml", "---\n# first\n---\n" + PLAIN + "---\n---\n# end\n");
    shapes.put(
        "list.yaml",
        "apiVersion: v1\nkind: List\nitems:\n- " + PLAIN.strip().replace("\n", "\n  ") + "\n");
    shapes.put("list-of-none.yaml", PLAIN + "---\napiVersion: v1\nkind: List\nitems: []\n");
    shapes.put(
        "policies.json",
        "{\"apiVersion\":\"v1\",\"kind\":\"PolicyList\",\"items\":[%s]}".formatted(JSON));
    shapes.put("one.json", JSON);
    shapes.put(
        "stream.json",
        JSON + "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"m\"}}");
    shapes.put("crlf.yaml", PLAIN.replace("\n", "\r\n") + "---\r\n");
    shapes.put("bom.yaml", "\uFEFF" + PLAIN);
    shapes.put("no-last-line.yaml", PLAIN.strip());
    shapes.put("long-line.yaml", PLAIN + "  # " + "x".repeat(100_000));
    shapes.put(
        "block.yaml",
        POLICY.formatted(
            "\n          - complianceType: musthave\n            objectDefinition:\n              data:\n                a: |\n                  ---\n                  b: {{ x }}\n                c: >-\n                  folded\n                  text"));
    shapes.put(
        "templates.yaml",
        POLICY.formatted(
            "['{{hub .ManagedClusterName hub}}', '{{ fromConfigMap \"a\" \"b\" \"c\" }}']"));
    assertRead(shapes, UTF_8);
    assertRead(Map.of("utf-16.yaml", "\uFEFF" + PLAIN), UTF_16LE);
  }

  @Test
  void mergeKeysAndAliasesAreRead() throws IOException {
    String merged =
        PLAIN
            .replace(
                "metadata:\n  name: web\n  n",
                "base: &base {a: b}\nmetadata:\n  <<: {labels: {x: z}}\n  name: web\n  n")
            .replace("object-templates: []", "object-templates: [*base, *base]");
    assertRead(Map.of("merged.yaml", merged), UTF_8);
  }

  @Test
  void whatIsNoManifestIsRefusedWithLineAndReason() throws IOException {
    String deep = "[".repeat(50_000);
    assertRefused("tab.yaml", "a:\n\t- b\n", "", "line 2");
    assertRefused("key-twice.yaml", PLAIN + "kind: Policy\n", "", "set twice");
    assertRefused("deep.yaml", POLICY.formatted(deep), "", "nested more than 250");
    assertRefused("deep.json", "{\"a\": " + deep, "", "nested more than 250");
    assertRefused("deep-block.yaml", deepBlock(), "", "nested more than 250");
    assertRefused("half.json", JSON.substring(0, 200), "", "line ");
    assertRefused("text.yaml", "just words\n", ":1", "no Kubernetes object");
    assertRefused("number.yaml", "5\n", ":1", "no Kubernetes object");
    assertRefused("list.yaml", "- op: add\n", ":1", "no Kubernetes object");
    assertRefused("zero.yaml", "a: \u0000\n", ":1", "U+0000");
    assertRefused("helm.yaml", PLAIN.replace("name: web", "name: {{ .Values.a }}"), "", "chart");
    assertRefused("go.yaml", PLAIN.replace("name: web", "name: {{ a }}"), "", "quotes");
    assertRefused("unknown-alias.yaml", "a: *b\n", ":1", "undefined alias");
    assertRefused("infinite.yaml", "a: .inf\n", ":1", "no number that JSON has");
    assertRefused("kind.yaml", PLAIN.replace("kind: Policy", "kind: [Policy]"), "", "has no kind");
    assertRefused(
        "name.yaml", PLAIN.replace("  name: web\n  n", "  name: 5\n  n"), ":4", "needs quotes");
    assertRefused(
        "meta.yaml",
        PLAIN.replace("metadata:\n  name: web\n  namespace: policies", "metadata: web"),
        ":3",
        "no metadata.name");
  }

  private static String deepBlock() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 400; i++) {
      text.append(" ".repeat(i)).append("a:\n");
    }
    return text.toString();
  }

  @Test
  void fieldsOfTheWrongTypeAreNoCrash() throws IOException {
    for (String value : new String[] {"5", "text", "[]", "[[]]", "{a: b}", "~", "true", "[5, ~]"}) {
      for (String field : new String[] {"spec", "status", "metadata"}) {
        String text =
            "apiVersion: policy.open-cluster-management.io/v1\nkind: %s\nmetadata: {name: web}\n";
        for (String kind : new String[] {"Policy", "PlacementBinding", "PolicySet"}) {
          String one =
              text.formatted(kind)
                  .replace(
                      "metadata: {name: web}\n",
                      field.equals("metadata") ? "" : "metadata: {name: web}\n");
          both(
              kind + field + value,
              file("x.yaml", (one + field + ": " + value + "\n").getBytes(UTF_8)));
        }
        for (String kind :
            new String[] {"Placement", "Rollout", "ManagedCluster", "ManagedClusterSet"}) {
          String one =
              "apiVersion: cluster.open-cluster-management.io/v1beta1\nkind: %s\nmetadata: {name: web}\n"
                  .formatted(kind);
          if (!field.equals("metadata")) {
            both(
                kind + field + value,
                file("x.yaml", (one + field + ": " + value + "\n").getBytes(UTF_8)));
          }
        }
      }
    }
  }

  @Test
  void binaryFilesAndFoldersOfOtherToolsAreNoCrash() throws IOException {
    byte[] junk = new byte[4096];
    new Random(7).nextBytes(junk);
    String path = file("junk.yaml", junk);
    assertThat(both("junk", path)).contains("it is not UTF-8 text");
    Files.delete(Path.of(path));

    file("kustomization.yaml", "resources: [policy.yaml]\n".getBytes(UTF_8));
    file("policy.yaml", PLAIN.getBytes(UTF_8));
    file(
        "generator.yaml",
        "apiVersion: policy.open-cluster-management.io/v1\nkind: PolicyGenerator\nmetadata: {name: g}\npolicies: []\n"
            .getBytes(UTF_8));
    file("patch.yaml", "- op: remove\n  path: /spec\n".getBytes(UTF_8));
    file("chart/Chart.yaml", "apiVersion: v2\nname: c\n".getBytes(UTF_8));
    file("chart/templates/a.yaml", "{{- if .Values.a }}\na: b\n{{- end }}\n".getBytes(UTF_8));
    file("nothing.yaml", new byte[0]);
    file("comments.yaml", "# a\n---\n# b\n".getBytes(UTF_8));
    assertThat(both("folder", folder.toString()))
        .contains("Passed over, as no Kubernetes object: ")
        .contains("No problem in 1 object.")
        .contains("Plan of policy policies/web");
  }

  @Test
  void aFleetOf3500ClustersIsReadFromAFileOf12Megabytes() throws IOException {
    String cluster =
        "{\n    \"apiVersion\": \"cluster.open-cluster-management.io/v1\",\n    \"kind\": \"ManagedCluster\",\n    \"metadata\": {\"name\": \"edge-%04d\", \"annotations\": {\"note\": \"%s\"}},\n    \"spec\": {\"hubAcceptsClient\": true}\n}";
    StringBuilder items = new StringBuilder();
    for (int i = 0; i < 3500; i++) {
      items.append(i == 0 ? "" : ",\n").append(cluster.formatted(i, "x".repeat(3300)));
    }
    String list = "{\"apiVersion\": \"v1\", \"kind\": \"List\", \"items\": [\n" + items + "\n]}\n";
    String placed =
        PLAIN
            + "---\napiVersion: policy.open-cluster-management.io/v1\nkind: PlacementBinding\nmetadata: {name: web, namespace: policies}\nplacementRef: {apiGroup: cluster.open-cluster-management.io, kind: Placement, name: all}\nsubjects: [{apiGroup: policy.open-cluster-management.io, kind: Policy, name: web}]\n"
            + "---\napiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\nmetadata: {name: all, namespace: policies}\nspec: {}\n"
            + "---\napiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Rollout\nmetadata: {name: policy-web, namespace: policies}\nspec: {rolloutStrategy: {type: ProgressivePerGroup}}\n";
    file("policy.yaml", placed.getBytes(UTF_8));
    for (String name : new String[] {"clusters.json", "clusters.yaml"}) {
      String path =
          file(
              name,
              name.endsWith("json") ? list.getBytes(UTF_8) : ("# YAML\n" + list).getBytes(UTF_8));
      assertThat(Files.size(Path.of(path))).isGreaterThan(12_000_000);
      assertThat(both(name, folder.toString())).contains("3500 clusters");
      Files.delete(Path.of(path));
    }
  }
}
