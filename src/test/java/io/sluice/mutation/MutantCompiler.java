package io.sluice.mutation;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles one changed source against the compiled classes of the module. */
final class MutantCompiler {
  private MutantCompiler() {}

  /** Compiles the mutant into the folder. */
  static void compile(Mutation mutation, String source, String classPath, Path folder)
      throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      boolean compiled =
          compiler
              .getTask(
                  messages,
                  files,
                  null,
                  List.of("-cp", classPath, "-d", folder.toString(), "-proc:none", "-parameters"),
                  null,
                  List.of(new SourceObject(mutation.place().file(), mutation.in(source))))
              .call();
      if (!compiled) {
        throw new IllegalStateException(
            "Cannot compile the mutant \"%s\": %s Repair the entry."
                .formatted(mutation.label(), messages));
      }
    }
  }
}
