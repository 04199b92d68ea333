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
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs tests in a JVM of its own until enough of them failed, and writes down what happened.
 *
 * <p>Its last line is {@code end}: without it somebody stopped the process.
 */
public final class TestProcess implements TestExecutionListener {
  private final Path notes;
  private final int wanted;
  private int ran;
  private int failed;

  private TestProcess(Path notes, int wanted) {
    this.notes = notes;
    this.wanted = wanted;
  }

  /** Takes the file for the notes, the number of failures to stop at, and lists of classes. */
  public static void main(String[] args) {
    TestProcess probe = new TestProcess(Path.of(args[0]), Integer.parseInt(args[1]));
    try {
      for (String stage : List.of(args).subList(2, args.length)) {
        probe.run(stage.split(","));
      }
    } catch (Throwable e) {
      // Out of memory, for one: JUnit lets it through.
      probe.note("failed\tall of them: " + e.toString().replaceAll("\\s+", " "));
    }
    probe.end();
  }

  private void run(String... classes) {
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(Arrays.stream(classes).map(name -> selectClass(name)).toList())
            .build();
    Launcher launcher = LauncherFactory.create();
    launcher.execute(request, this);
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    ran += test.isTest() ? 1 : 0;
    if (result.getStatus() == TestExecutionResult.Status.FAILED) {
      note("failed\t" + name(test));
      failed++;
      if (failed >= wanted) {
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

  /** The rest of the tests has nothing to add, and a mutant's threads may never end. */
  private void end() {
    note("ran\t" + ran);
    note("end");
    Runtime.getRuntime().halt(0);
  }

  private void note(String line) {
    try {
      Files.writeString(notes, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      e.printStackTrace();
      Runtime.getRuntime().halt(1);
    }
  }
}
