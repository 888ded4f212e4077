import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeModel;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.net.URL;
import java.net.URLClassLoader;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Lets all compilers of Maven's process share the classes of Error Prone and NullAway. javac makes a class loader for
 * each compilation, so the JDK would load, verify and compile the thousands of classes of the checkers anew for the
 * sources and for the tests of each module. An agent, because javac takes no class loader from a build; on a JDK whose
 * javac has no such method the checkers are loaded as ever.
 */
public final class SharedCheckers {

    private static final String MODULE = "jdk.compiler";
    private static final String MANAGER = "com.sun.tools.javac.file.BaseFileManager";
    private static final ClassDesc LOADER = ClassLoader.class.describeConstable().orElseThrow();
    private static final ClassDesc PATH = URL.class.describeConstable().orElseThrow().arrayType();
    private static final Map<List<String>, ClassLoader> LOADERS = new ConcurrentHashMap<>();

    private SharedCheckers() {}

    /** Called by the JDK before Maven's main method. */
    public static void premain(String none, Instrumentation jdk) throws ClassNotFoundException {
        Module compiler = ModuleLayer.boot().findModule(MODULE).orElseThrow();
        jdk.redefineModule(
                compiler, Set.of(SharedCheckers.class.getModule()), Map.of(), Map.of(), Set.of(), Map.of());
        ClassFileTransformer transformer = new OfManager();
        jdk.addTransformer(transformer);
        Class.forName(MANAGER);
        jdk.removeTransformer(transformer);
    }

    /** Called by javac: a class loader of the jars at these addresses, which closes nothing that others use. */
    public static ClassLoader loader(URL[] path) {
        List<String> key = Arrays.stream(path).map(URL::toString).toList();
        ClassLoader shared = LOADERS.computeIfAbsent(
                key, absent -> new URLClassLoader(path, SharedCheckers.class.getClassLoader()));
        return new ClassLoader(shared) {};
    }

    /** Has javac ask {@link #loader} for the class loaders of its file managers. */
    private static final class OfManager implements ClassFileTransformer {

        @Override
        public byte[] transform(ClassLoader of, String name, Class<?> old, ProtectionDomain domain, byte[] file) {
            return name.equals(MANAGER.replace('.', '/')) ? changed(file) : null;
        }

        private static byte[] changed(byte[] file) {
            MethodTypeDesc type = MethodTypeDesc.of(LOADER, PATH);
            ClassDesc target = SharedCheckers.class.describeConstable().orElseThrow();
            ClassTransform change = ClassTransform.transformingMethods(
                    method -> method.methodName().equalsString("getClassLoader")
                            && method.methodTypeSymbol().equals(type),
                    (method, part) -> {
                        if (part instanceof CodeModel) {
                            method.withCode(code ->
                                    code.aload(1).invokestatic(target, "loader", type).areturn());
                        } else {
                            method.with(part);
                        }
                    });
            return ClassFile.of().transformClass(ClassFile.of().parse(file), change);
        }
    }
}
