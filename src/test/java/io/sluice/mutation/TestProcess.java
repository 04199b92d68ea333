package io.sluice.mutation;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs tests in a JVM of its own until enough of them failed, and writes a report.
 *
 * <p>The last line of the report is {@code end}; without it the process was stopped.
 */
public final class TestProcess implements TestExecutionListener {
  /** What mvn verify leaves out, too: these take minutes for each mutant, and much memory. */
  private static final List<String> LEFT_OUT = List.of("nightly", "budget");

  private final Path report;
  private final int failures;
  private int ran;
  private int failed;

  private TestProcess(Path report, int failures) {
    this.report = report;
    this.failures = failures;
  }

  /** Takes the file of the report, the number of failures to stop at, and lists of classes. */
  public static void main(String[] args) {
    TestProcess probe = new TestProcess(Path.of(args[0]), Integer.parseInt(args[1]));
    try {
      for (String stage : List.of(args).subList(2, args.length)) {
        probe.run(stage.split(","));
      }
    } catch (Throwable e) {
      // For example out of memory: JUnit does not catch it.
      probe.write("failed\tall of them: " + e.toString().replaceAll("\\s+", " "));
    }
    probe.end();
  }

  private void run(String... classes) {
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(Arrays.stream(classes).map(name -> selectClass(name)).toList())
            .filters(TagFilter.excludeTags(LEFT_OUT))
            .build();
    Launcher launcher = LauncherFactory.create();
    launcher.execute(request, this);
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    ran += test.isTest() ? 1 : 0;
    if (result.getStatus() == TestExecutionResult.Status.FAILED) {
      write("failed\t" + name(test));
      failed++;
      if (failed >= failures) {
        end();
      }
    }
  }

  private static String name(TestIdentifier test) {
    if (test.getSource().orElse(null) instanceof MethodSource method) {
      String full = method.getClassName();
      String name = full.substring(full.lastIndexOf('.') + 1) + "." + method.getMethodName();
      boolean plain = test.getDisplayName().equals(method.getMethodName() + "()");
      return plain ? name : name + " [" + test.getDisplayName().replaceAll("\\s+", " ") + "]";
    }
    return test.getDisplayName();
  }

  /** Ends the JVM at once: more tests are not needed, and a mutant's threads may never end. */
  private void end() {
    write("ran\t" + ran);
    write("end");
    Runtime.getRuntime().halt(0);
  }

  private void write(String line) {
    try {
      Files.writeString(report, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      e.printStackTrace();
      Runtime.getRuntime().halt(1);
    }
  }
}
