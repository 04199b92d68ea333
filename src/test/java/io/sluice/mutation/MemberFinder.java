package io.sluice.mutation;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.Name;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;

/**
 * Finds the members of sources with the compiler's parser.
 *
 * <p>A constructor has the name of its type. A type is a member, too: what it consists of besides
 * its members, such as the header of a record. What is declared within a method belongs to it.
 */
final class MemberFinder {
  private static final String FOLDER = "/io/sluice/";

  private final CompilationUnitTree unit;
  private final SourcePositions positions;
  private final String file;
  private final String source;
  private final List<SourceMember> members = new ArrayList<>();

  private MemberFinder(CompilationUnitTree unit, SourcePositions positions) throws IOException {
    this.unit = unit;
    this.positions = positions;
    JavaFileObject object = unit.getSourceFile();
    file = object.toUri().getPath().substring(FOLDER.length());
    source = JavaTokens.withoutComments(object.getCharContent(true).toString());
  }

  /**
   * Takes sources by their files, and returns all their members.
   *
   * @throws IllegalStateException if one is no Java
   */
  static List<SourceMember> in(Map<String, String> sources) {
    DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
    List<SourceObject> objects =
        sources.entrySet().stream()
            .map(source -> new SourceObject(source.getKey(), source.getValue()))
            .toList();
    JavacTask task =
        (JavacTask)
            ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, problems, List.of("-proc:none"), null, objects);
    List<SourceMember> members = new ArrayList<>();
    try {
      Iterable<? extends CompilationUnitTree> units = task.parse();
      refuse(problems);
      for (CompilationUnitTree unit : units) {
        MemberFinder finder = new MemberFinder(unit, Trees.instance(task).getSourcePositions());
        finder.addTypes();
        members.addAll(finder.members);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return members;
  }

  private static void refuse(DiagnosticCollector<JavaFileObject> problems) {
    problems.getDiagnostics().stream()
        .filter(problem -> problem.getKind() == Diagnostic.Kind.ERROR)
        .findFirst()
        .ifPresent(
            problem -> {
              throw new IllegalStateException(
                  "Cannot find the members of the sources: %s Correct the source."
                      .formatted(problem));
            });
  }

  private void addTypes() {
    for (Tree type : unit.getTypeDecls()) {
      if (type instanceof ClassTree declared) {
        addType(declared);
      }
    }
  }

  private void addType(ClassTree type) {
    StringBuilder rest = new StringBuilder(source);
    for (Tree member : type.getMembers()) {
      if (member instanceof ClassTree nested) {
        addType(nested);
      } else if (member instanceof MethodTree method) {
        boolean constructor = method.getName().contentEquals("<init>");
        add(constructor ? type.getSimpleName() : method.getName(), method, source);
      } else if (member instanceof VariableTree field && !ofHeader(field, type)) {
        add(field.getName(), field, source);
      } else {
        continue;
      }
      for (int i = start(member); i < end(member); i++) {
        rest.setCharAt(i, JavaTokens.HOLE);
      }
    }
    add(type.getSimpleName(), type, rest.toString());
  }

  /** True for a component of a record: the parser lists it among the members. */
  private static boolean ofHeader(VariableTree field, ClassTree type) {
    return type.getKind() == Tree.Kind.RECORD
        && !field.getModifiers().getFlags().contains(Modifier.STATIC);
  }

  private void add(Name name, Tree member, String text) {
    int start = start(member);
    members.add(new SourceMember(file, name.toString(), start, text.substring(start, end(member))));
  }

  private int start(Tree tree) {
    return (int) positions.getStartPosition(unit, tree);
  }

  private int end(Tree tree) {
    return (int) positions.getEndPosition(unit, tree);
  }
}
