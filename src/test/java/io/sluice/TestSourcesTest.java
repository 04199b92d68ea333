package io.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the tests of all modules: none of them is red by chance. */
class TestSourcesTest {
  private static final String HERE = "TestSourcesTest.java";

  @Test
  void noTestDependsOnTheSpeedOfAMachineOnAnUnknownSeedOrOnAFixedPort() throws IOException {
    List<String> found = new ArrayList<>();
    int files = 0;
    for (Path folder : SourceFolders.of("test")) {
      for (Path file : SourceFolders.files(folder)) {
        files++;
        if (!file.endsWith(HERE)) {
          String path = SourceFolders.ROOT.relativize(file).toString().replace('\\', '/');
          found.addAll(ChanceFinder.in(path, Files.readString(file)));
        }
      }
    }
    assertThat(found).as("in the tests").isEmpty();
    assertThat(files).isGreaterThan(500);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "assertThat(Duration.between(begin, end)).isLessThan(LIMIT);",
        "assertThat(taken)\n    .as(\"time\")\n    .isLessThanOrEqualTo(Duration.ofSeconds(2));",
        "Duration most = x; assertThat(took()).isLessThan(most);",
        "assertThat(taken.toMillis()).isLessThan(500);",
        "assertThat(Duration.between(begin, Instant.now())).isBetween(ONE, TWO);",
        "assertThat(Instant.now()).isBefore(at);",
        "assertTimeout(LIMIT, work);",
        "new Random()",
        "new SecureRandom()",
        "ThreadLocalRandom.current()",
        "Math.random()",
        "Collections.shuffle(list);",
        "Long.getLong(\"seed\", System.nanoTime())",
        "Thread.sleep(10);",
        "TimeUnit.MILLISECONDS.sleep(10);",
        "import static org.awaitility.Awaitility.await;",
        "new ServerSocket(8080)",
        "new InetSocketAddress(loopback, 8080)",
        "EmbeddedHub.start(16443)",
        "\"http://localhost:8080\"",
      })
  void itIsFound(String code) {
    assertThat(ChanceFinder.in("src/test/java/io/sluice/ATest.java", "class A {\n" + code))
        .singleElement()
        .asString()
        .startsWith("src/test/java/io/sluice/ATest.java:");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Duration most = x; assertThat(taken).isGreaterThan(most);",
        "Duration most = x; assertThat(list.size()).isLessThan(5);",
        "// new Random()",
        "new Random(seed)",
        "Collections.shuffle(list, random);",
        "environment.sleep(time);",
        "new ServerSocket(0, 10, loopback)",
        "new InetSocketAddress(loopback, 0)",
        "\"http://127.0.0.1:1\"",
        "@Tag(\"budget\")\n@Test\nvoid a() { assertThat(taken).isLessThan(Duration.ofSeconds(1)); }",
      })
  void thisIsAllowed(String code) {
    assertThat(ChanceFinder.in("src/test/java/io/sluice/ATest.java", "class A {\n\n" + code))
        .isEmpty();
  }

  @Test
  void aBenchmarkMayMeasure() {
    String code =
        "class A {\nassertThat(taken).isLessThan(Duration.ofSeconds(1));\nThread.sleep(1);";
    assertThat(ChanceFinder.in("src/test/java/io/sluice/bench/A.java", code)).isEmpty();
    assertThat(ChanceFinder.in("src/test/java/io/sluice/ABench.java", code)).isEmpty();
    assertThat(ChanceFinder.in("src/test/java/io/sluice/ATest.java", code)).hasSize(2);
  }
}
