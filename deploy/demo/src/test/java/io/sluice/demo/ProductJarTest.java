package io.sluice.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;

/**
 * Tests that the jar for production holds no simulator, demo, development server or test server.
 */
class ProductJarTest {
  private static final Path TOOLS = Path.of("..", "..", "worker", "tools");

  private static final List<String> SCAFFOLDING =
      List.of(
          "io/sluice/simulator/",
          "io/sluice/demo/",
          "io/sluice/devservers/",
          "io/temporal/testing/",
          "io/temporal/testserver/");

  /** The jar is there from {@code mvn package} on, which packages the tools before this module. */
  @Test
  void theJarHoldsNoScaffolding() throws IOException {
    Path jar = TOOLS.resolve("target/sluice.jar");
    assumeTrue(Files.exists(jar), "there is no jar yet: run mvn verify");
    try (JarFile content = new JarFile(jar.toFile())) {
      assertThat(content.stream().map(ZipEntry::getName))
          .contains("io/sluice/tools/cli/Main.class", "io/sluice/rbac/cluster-role.yaml")
          .noneMatch(name -> SCAFFOLDING.stream().anyMatch(name::startsWith));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sluice-simulator", "temporal-testing"})
  void theToolsUseItInTestsOnly(String artifact) throws Exception {
    Document pom =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(TOOLS.resolve("pom.xml").toFile());
    XPath path = XPathFactory.newInstance().newXPath();
    assertThat(path.evaluate("//dependency[artifactId='%s']/scope".formatted(artifact), pom))
        .isEqualTo("test");
  }
}
